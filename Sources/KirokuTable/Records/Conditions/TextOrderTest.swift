import Glibc

/// A test of the position of a text in the sort order of texts: that of the user's language, or code points if the
/// language has none.
struct TextOrderTest: Sendable {
    /// The comparisons of texts by their order.
    static let comparisons: [Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]

    private let comparison: Comparison
    private let wanted: [UInt8]
    /// The sort key of the text in the user's language; `nil` if that orders by code points.
    private let key: [UInt8]?
    private let folding: TextFolding

    /// - Parameter ignored: the differences to ignore.
    /// - Returns: `nil` for other comparisons.
    init?(_ text: String, _ comparison: Comparison, ignoring ignored: TextDifferences) {
        guard Self.comparisons.contains(comparison) else { return nil }
        self.comparison = comparison
        folding = TextFolding(ignored)
        var folder = TextFolder(folding)
        var text = text
        let wanted = text.withUTF8 { Array(folder.fold($0)) }
        self.wanted = wanted
        var maker = CollationKeyMaker()
        key = Collation.isNeeded ? wanted.withUnsafeBufferPointer { Array(maker.key(of: $0)) } : nil
    }

    /// Makes the matcher for the test in a column.
    var matching: CellTest.Matching {
        { column, _ in
            guard let column = String.values(of: column) else { return nil }
            return { words, start in
                var folder = TextFolder(folding)
                var maker = CollationKeyMaker()
                column.withTexts { texts in
                    for index in words.indices where words[index] != 0 {
                        let first = (start + index) &* 64
                        var accepted: UInt64 = 0
                        MatchWords.forEachOne(in: words[index] & texts.filledWord(at: start + index)) { bit in
                            texts.withUTF8(at: first &+ bit) { text in
                                if accepts(text, &folder, &maker) { accepted |= 1 << UInt64(bit) }
                            }
                        }
                        words[index] = accepted
                    }
                }
            }
        }
    }

    /// Whether a text passes that is before the operand (negative), after it, or equal to it (0).
    func accepts(order: Int) -> Bool {
        switch comparison {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
    }

    private func accepts(
        _ text: UnsafeBufferPointer<UInt8>, _ folder: inout TextFolder, _ maker: inout CollationKeyMaker
    ) -> Bool {
        let text = folding.isNone ? text : folder.fold(text)
        if let key {
            let order = Self.compare(maker.key(of: text), key)
            if order != 0 { return accepts(order: order) }
        }
        // Texts that the language considers equal are in the order of their code points.
        return accepts(order: Self.compare(text, wanted))
    }

    private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: [UInt8]) -> Int {
        right.withUnsafeBufferPointer { right in
            let common = min(left.count, right.count)
            if common > 0, let left = left.baseAddress, let right = right.baseAddress {
                let order = memcmp(left, right, common)
                if order != 0 { return Int(order) }
            }
            return left.count - right.count
        }
    }
}
