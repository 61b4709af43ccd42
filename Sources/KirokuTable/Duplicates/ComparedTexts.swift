/// The cells of some fields, as letters that are compared one by one.
///
/// Case, width, blanks and marks do not count.
struct ComparedTexts: Sendable {
    /// The letters of one record's texts.
    struct Letters {
        /// Those of all texts, with a ``separator`` behind each.
        var letters: [UInt32] = []
        /// Where the letters of each text end.
        var ends: [Int] = []
        /// How many letters of each text may differ.
        var limits: [Int] = []
        /// A number for all that must be the same: cells that are no texts, and what stands for numbers in texts, as
        /// "Volume 1" and "Volume 2" are not one.
        var key = 0
    }

    /// Stands behind each text; no letter.
    static let separator: UInt32 = 0
    /// The most letters of a record that are compared one by one; longer texts must be the same.
    static let longest = 255

    private let table: RecordTable
    private let texts: [Int]
    private let others: [Int]

    /// - Parameter fields: the indexes of the fields.
    init(_ table: RecordTable, _ fields: [Int]) {
        self.table = table
        texts = fields.filter { table.schema[$0].type.kind.takesAnyText }
        others = fields.filter { !table.schema[$0].type.kind.takesAnyText }
    }

    /// Makes what reads the letters of records, one after another, on one thread; `nil` for a record of which no letter
    /// may differ.
    func makeReader() -> (_ record: Int) -> Letters? {
        let read = LetterReader()
        let readers = texts.map { field in
            let column = table.column(field)
            return column.type.kind.textTest(of: column) { read($0) }
        }
        return { record in
            read.found = Letters()
            for reader in readers {
                read.isTooLong = false
                _ = reader?(record)
                read.end()
                if read.isTooLong || read.found.letters.count > Self.longest { return nil }
            }
            if read.found.limits.allSatisfy({ $0 == 0 }) { return nil }
            for field in others { read.found.key = LikenessHashes.mixed(read.found.key, hash(record, field)) }
            return read.found
        }
    }

    private func hash(_ record: Int, _ field: Int) -> Int {
        let value = table[record, field]
        if let text = value.unfitText { return StringKind.keyHash(TextFolding.letters.folded(text)) }
        return value.type.flatMap { $0.kind.keyHash(of: value) } ?? 0
    }
}

/// Takes a text apart into letters.
private final class LetterReader {
    var found = ComparedTexts.Letters()
    var isTooLong = false
    private var folder = TextFolder(.letters)
    private var weight = 0

    func callAsFunction(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // No character has more bytes than four, however many of them are blanks.
        isTooLong = text.count > ComparedTexts.longest * 16
        if isTooLong { return false }
        var number = Hasher()
        for scalar in String(decoding: folder.fold(text), as: UTF8.self).unicodeScalars {
            found.letters.append(scalar.value)
            weight += Self.isIdeograph(scalar) ? 2 : 1
            if scalar.properties.numericType != nil { number.combine(scalar.value) }
        }
        found.key = LikenessHashes.mixed(found.key, number.finalize())
        return true
    }

    /// Ends a text, which may have been empty.
    func end() {
        found.ends.append(found.letters.count)
        found.letters.append(ComparedTexts.separator)
        found.limits.append(weight < 5 ? 0 : weight < 10 ? 1 : 2)
        found.key = LikenessHashes.mixed(found.key, weight == 0 ? 0 : 1)
        weight = 0
    }

    /// Whether a character is worth two letters, as those that stand for words are.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { (0x3400...0x9fff).contains(scalar.value) }
}
