/// The cells of some fields, as letters that are compared one by one.
///
/// Case, width, blanks and marks do not count.
struct ComparedTexts: Sendable {
    /// The letters of one record's texts.
    struct Letters {
        /// The letters of all texts, with a ``separator`` after each.
        var letters: [UInt32] = []
        /// Where the letters of each text end.
        var ends: [Int] = []
        /// How many letters may differ in each text.
        var limits: [Int] = []
        /// A number for everything that must be equal: cells other than texts, and numbers in texts, because "Volume 1"
        /// and "Volume 2" are different.
        var key = 0
    }

    /// The sign after each text; not a letter.
    static let separator: UInt32 = 0
    /// The largest number of letters of a record that are compared one by one; longer texts must be equal.
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

    /// Makes a function that reads the letters of records, one after another, on one thread; it returns `nil` for a
    /// record in which no letter may differ.
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

/// Splits a text into letters.
private final class LetterReader {
    var found = ComparedTexts.Letters()
    var isTooLong = false
    private var folder = TextFolder(.letters)
    private var weight = 0

    func callAsFunction(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A character has at most four bytes, and this leaves room for many blanks.
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

    /// Whether a character counts as two letters, because it stands for a word.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { (0x3400...0x9fff).contains(scalar.value) }
}
