/// Finds records whose texts differ in a letter or two.
///
/// A replaced, added or missing letter counts as one difference. All compared fields together may have two differences,
/// and each field as many as its shorter text allows: none below five letters, one below ten; a character that stands
/// for a word counts as two letters. Digits and other numbers must be the same, and so must all texts with more than
/// ``ComparedTexts/longest`` letters.
///
/// Each record of a group is similar to its first one, so that many small steps do not form a group of texts that have
/// nothing in common.
///
/// If a text is divided into three pieces, two changes leave at least one unchanged. So only texts that share a piece
/// are compared. The work for each text is limited, and so is the total work: if very many texts are almost alike, the
/// last ones are compared with fewer.
struct SimilarTexts {
    /// The largest number of differences.
    private static let limit = 2
    private static let pieces = limit + 1
    /// Limits of the work, in steps.
    struct Limits {
        /// For a text; most texts take a few hundred.
        var each = 20_000
        /// For all texts; this takes some seconds, and fewer than 200,000 records never reach it.
        var all = 4_000_000_000
        /// For a text after that.
        var eachAfterAll = 1_000
    }

    private let most: Limits
    private var stepsOfAll = 0
    /// The cost of comparing letters, in steps.
    private static let comparing = 20

    /// A text in the list of one of its pieces.
    private struct Entry {
        let text: Int32
        /// The entry before it in the same list, or −1.
        let next: Int32
    }

    private var entries: [Entry] = []
    /// The last entry of each list, by a hash of the piece, its place and the length of the text.
    private var lists: [UInt64: Int32] = [:]
    /// The known texts: their records, where they begin in `letters`, and their letters as bits.
    private var records: [Int] = []
    private var starts: [Int] = [0]
    private var letters: [UInt32] = []
    private var signatures: [UInt64] = []
    private var ends: [Int] = []
    private var limits: [Int8] = []
    private var isComplete = true

    private init(within most: Limits) {
        self.most = most
    }

    /// Joins groups whose texts are similar.
    ///
    /// - Parameters:
    ///   - firsts: for each record, the first equal one, or −1.
    ///   - texts: the texts of the records.
    ///   - most: the limits of the work.
    /// - Returns: for each record, the first one that it is like, or −1; and whether everything was compared.
    static func joined(
        _ firsts: [Int], _ texts: ComparedTexts, _ stop: StopFlag, _ progress: (Double) -> Void,
        within most: Limits = Limits()
    ) -> (firsts: [Int], isComplete: Bool) {
        var joined = firsts
        var similar = SimilarTexts(within: most)
        let read = texts.makeReader()
        for (record, first) in firsts.enumerated() {
            if record & 0x3ff == 0 {
                if stop.isSet { break }
                progress(Double(record) / Double(firsts.count))
            }
            if first == record {
                joined[record] = read(record).map { similar.first(like: record, $0) } ?? record
            } else if first >= 0 {
                joined[record] = joined[first]
            }
        }
        return (joined, similar.isComplete)
    }

    /// The first record that is similar to this one; if there is none, remembers this one for later records.
    private mutating func first(like record: Int, _ found: ComparedTexts.Letters) -> Int {
        let pieces = PieceNumbers(found)
        if let best = search(found, pieces) { return records[best] }
        let text = Int32(records.count)
        records.append(record)
        letters.append(contentsOf: found.letters)
        starts.append(letters.count)
        signatures.append(Self.signature(of: found.letters))
        ends.append(contentsOf: found.ends)
        limits.append(contentsOf: found.limits.map { Int8($0) })
        for piece in 0..<Self.pieces {
            let place = Self.place(of: piece, length: found.letters.count)
            let number = pieces.number(place, piece, length: found.letters.count)
            entries.append(Entry(text: text, next: lists[number] ?? -1))
            lists[number] = Int32(entries.count - 1)
        }
        return record
    }

    private mutating func search(_ found: ComparedTexts.Letters, _ pieces: PieceNumbers) -> Int? {
        let count = found.letters.count
        let signature = Self.signature(of: found.letters)
        var best: Int?
        let mostSteps = stepsOfAll < most.all ? most.each : most.eachAfterAll
        var steps = 0
        defer { stepsOfAll += steps }
        for length in max(1, count - Self.limit)...count + Self.limit {
            for piece in 0..<Self.pieces {
                let place = Self.place(of: piece, length: length)
                for shift in -Self.limit...Self.limit
                where abs(shift) + abs(count - length - shift) <= Self.limit
                    && place.lowerBound + shift >= 0 && place.upperBound + shift <= count
                {
                    let shifted = place.lowerBound + shift..<place.upperBound + shift
                    var next = lists[pieces.number(shifted, piece, length: length)] ?? -1
                    while next >= 0 {
                        let entry = entries[Int(next)]
                        next = entry.next
                        steps += 1
                        let text = Int(entry.text)
                        // Each difference changes one bit or two.
                        let differing = (signatures[text] ^ signature).nonzeroBitCount
                        if differing <= 2 * Self.limit, text < best ?? .max {
                            steps += Self.comparing
                            if isLike(text, found) { best = text }
                        }
                        if steps > mostSteps {
                            isComplete = false
                            return best
                        }
                    }
                }
            }
        }
        return best
    }

    private func isLike(_ text: Int, _ found: ComparedTexts.Letters) -> Bool {
        let fields = found.ends.count
        let start = starts[text]
        var (from, otherFrom) = (0, 0)
        var left = Self.limit
        for field in 0..<fields {
            let (end, otherEnd) = (found.ends[field], ends[text * fields + field])
            let limit = min(left, found.limits[field], Int(limits[text * fields + field]))
            let distance = LetterDistance.between(
                found.letters[from..<end], letters[start + otherFrom..<start + otherEnd], limit: limit)
            guard let distance else { return false }
            left -= distance
            (from, otherFrom) = (end + 1, otherEnd + 1)
        }
        return true
    }

    /// Where a piece of a text is.
    private static func place(of piece: Int, length: Int) -> Range<Int> {
        piece * length / pieces..<(piece + 1) * length / pieces
    }

    /// The letters that occur an odd number of times, as bits.
    private static func signature(of letters: [UInt32]) -> UInt64 {
        letters.reduce(0) { $0 ^ 1 << UInt64(($1 &* 0x9e37_79b1) >> 26) }
    }
}

/// Computes a hash for each piece of a text.
private struct PieceNumbers {
    private static let factor = UInt64.random(in: .min ... .max) | 1
    private static let seed = UInt64.random(in: .min ... .max)
    private static let powers: [UInt64] = (0...ComparedTexts.longest + 1).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 1) &* factor)
    }

    /// For each position, a hash of the letters before it.
    private var beginnings: [UInt64] = [0]
    private let key: UInt64

    init(_ found: ComparedTexts.Letters) {
        for letter in found.letters {
            beginnings.append((beginnings[beginnings.count - 1] &+ UInt64(letter) &+ 1) &* Self.factor)
        }
        key = UInt64(bitPattern: Int64(found.key))
    }

    /// The hash of the piece at `place` here, for a text with `length` letters.
    func number(_ place: Range<Int>, _ piece: Int, length: Int) -> UInt64 {
        var number = beginnings[place.upperBound]
        if !place.isEmpty { number = number &- beginnings[place.lowerBound] &* Self.powers[place.count - 1] }
        number = (number ^ key) &* 0x9e37_79b9_7f4a_7c15
        return number ^ number >> 29 &+ UInt64(piece * 1_000 + length) &* Self.seed
    }
}
