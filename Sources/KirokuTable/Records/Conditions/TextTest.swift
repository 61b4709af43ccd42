import Glibc

/// A test of a text's UTF-8, without creating a String.
package struct TextTest: Sendable {
    package enum Part: Sendable {
        case whole
        case anywhere
        case start
        case end

        package init?(_ comparison: Comparison) {
            switch comparison {
            case .equal: self = .whole
            case .contains: self = .anywhere
            case .startsWith: self = .start
            case .endsWith: self = .end
            default: return nil
            }
        }
    }

    /// Fewer candidates are not worth filtering all 64.
    private static let leastCandidates = 8

    private let wanted: [UInt8]
    private let part: Part
    private let folding: TextFolding
    /// Filters texts that may contain `wanted`, if it can be anywhere.
    private let glance: PrefixFilter?

    package init(_ text: String, _ part: Part, ignoring ignored: TextDifferences) {
        self.part = part
        folding = TextFolding(ignored)
        var folder = TextFolder(folding)
        var text = text
        wanted = text.withUTF8 { Array(folder.fold($0)) }
        glance = folding.isNone && part == .anywhere ? PrefixFilter(wanted) : nil
    }

    /// Makes the matcher for the test in a column.
    var matching: CellTest.Matching {
        { column, _ in
            guard let column = String.values(of: column) else { return nil }
            return { words, start in
                var folder = makeFolder()
                column.withTexts { texts in
                    for index in words.indices where words[index] != 0 {
                        let first = (start + index) &* 64
                        words[index] &= texts.filledWord(at: start + index)
                        words[index] = accepted(words[index], from: first, of: texts, &folder)
                    }
                }
            }
        }
    }

    /// Which of the texts that `candidates` has a one for pass.
    func accepted(_ candidates: UInt64, from first: Int, of texts: StringTexts, _ folder: inout TextFolder) -> UInt64 {
        var (accepted, possible) = prefilter(at: candidates, from: first, of: texts)
        wanted.withUnsafeBufferPointer { wanted in
            MatchWords.forEachOne(in: possible) { bit in
                texts.withUTF8(at: first &+ bit) { text in
                    let accepts =
                        folding.isNone ? part.matches(text, wanted) : part.matches(folder.fold(text), wanted)
                    if accepts { accepted |= 1 << UInt64(bit) }
                }
            }
        }
        return accepted
    }

    /// Which candidates certainly pass, and which others may, from a filter that is faster than testing each.
    private func prefilter(
        at candidates: UInt64, from first: Int, of texts: StringTexts
    ) -> (accepted: UInt64, possible: UInt64) {
        guard folding.isNone, candidates.nonzeroBitCount >= Self.leastCandidates, let byte = wanted.first else {
            return (0, candidates)
        }
        let count = min(64, texts.count &- first)
        if let glance {
            let (hits, undecided) = glance.words(of: texts, from: first, count: count)
            return glance.isExact
                ? (candidates & hits, candidates & undecided) : (0, candidates & (hits | undecided))
        }
        guard part == .start || part == .whole else { return (0, candidates) }
        let possible = MatchWords.word(from: first, count: count) { index in
            texts.mayBegin(with: byte, count: wanted.count, at: index)
        }
        return (0, candidates & possible)
    }

    /// Whether one text passes.
    @inline(__always)
    func accepts(_ text: UnsafeBufferPointer<UInt8>, _ folder: inout TextFolder) -> Bool {
        wanted.withUnsafeBufferPointer { wanted in
            folding.isNone ? part.matches(text, wanted) : part.matches(folder.fold(text), wanted)
        }
    }

    func makeFolder() -> TextFolder { TextFolder(folding) }
}

extension TextTest.Part {
    /// Whether this part of `text` contains `wanted`.
    @inline(__always)
    fileprivate func matches(_ text: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= wanted.count, let start = text.baseAddress, let first = wanted.baseAddress,
            wanted.count > 0
        else { return wanted.isEmpty && (self != .whole || text.isEmpty) }
        let rest = text.count &- wanted.count
        switch self {
        case .whole: return rest == 0 && memcmp(start, first, wanted.count) == 0
        case .start: return start.pointee == first.pointee && memcmp(start, first, wanted.count) == 0
        case .end: return memcmp(start + rest, first, wanted.count) == 0
        case .anywhere: return Self.find(wanted.count, first, in: start, places: rest &+ 1)
        }
    }

    /// Searches for the first byte, which is fast, and compares the others only there.
    @inline(__always)
    private static func find(
        _ count: Int, _ wanted: UnsafePointer<UInt8>, in text: UnsafePointer<UInt8>, places: Int
    ) -> Bool {
        var position = 0
        while position < places,
            let hit = memchr(text + position, Int32(wanted.pointee), places &- position)
        {
            if count == 1 || memcmp(hit, wanted, count) == 0 { return true }
            position = hit - UnsafeMutableRawPointer(mutating: text) &+ 1
        }
        return false
    }
}
