import KirokuCore

/// A part of a table as lines for a terminal: columns below each other, as wide as the screen has room for.
struct AlignedTable {
    /// How many records decide how wide the columns are.
    private static let sampleCount = 1_000
    /// The narrowest that a column becomes; narrower ones are as wide as their texts.
    private static let leastWidth = 8
    private static let gap = 2

    private let part: TablePart
    private let table: RecordTable
    private let fields: [Int]
    private let records: [Int]
    private let widths: [Int]
    private let hasHeader: Bool

    /// - Parameters:
    ///   - records: the indexes of the records, in order.
    ///   - fields: the indexes of the fields.
    ///   - columns: how many characters a line of the screen has.
    init(_ part: TablePart, records: [Int], columns: Int, hasHeader: Bool) {
        (self.part, table, fields, self.records) = (part, part.table, part.fields, records)
        self.hasHeader = hasHeader
        let table = table
        let sample = records.prefix(Self.sampleCount)
        let wanted = fields.map { field in
            sample.reduce(hasHeader ? TextColumns.width(of: table.schema[field].name) : 1) { width, record in
                max(width, TextColumns.width(of: Self.text(table, record, field, limit: 256)))
            }
        }
        widths = Self.fitting(wanted, into: columns)
    }

    /// How many lines it has.
    var lineCount: Int { records.count + (hasHeader ? 2 : 0) }

    /// One of the texts to write one after another, each of many lines; `nil` after the last one.
    ///
    /// - Parameter index: from 0; the first one is the header, if there is one.
    func text(at index: Int) -> String? {
        if hasHeader, index == 0 {
            let names = fields.map { TextColumns.inOneLine(table.schema[$0].name) }
            return line(names) + line(widths.map { String(repeating: "─", count: $0) })
        }
        let start = (hasHeader ? index - 1 : index) * Self.sampleCount
        guard start < records.count else { return nil }
        let batch = records[start..<min(start + Self.sampleCount, records.count)]
        return batch.map { record in
            line(fields.map { Self.text(table, record, $0, limit: 1_024) })
        }.joined()
    }

    private func line(_ texts: [String]) -> String {
        var line = ""
        for (place, text) in texts.enumerated() {
            let shown = Self.cut(text, to: widths[place])
            let blanks = String(repeating: " ", count: widths[place] - TextColumns.width(of: shown))
            line += table.schema[fields[place]].type.alignment == .end ? blanks + shown : shown + blanks
            line += String(repeating: " ", count: Self.gap)
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private static func text(_ table: RecordTable, _ record: Int, _ field: Int, limit: Int) -> String {
        TextColumns.inOneLine(table.displayText(record, field, limit: limit))
    }

    /// The beginning of a text, with an ellipsis where something is missing.
    private static func cut(_ text: String, to width: Int) -> String {
        guard TextColumns.width(of: text) > width else { return text }
        var cut = ""
        var room = width - 1
        for character in text {
            room -= TextColumns.width(of: String(character))
            if room < 0 { break }
            cut.append(character)
        }
        return cut + "…"
    }

    /// These widths, the greatest of them reduced until all fit; some stay too wide if there are too many.
    private static func fitting(_ widths: [Int], into columns: Int) -> [Int] {
        let room = columns - gap * max(widths.count - 1, 0)
        guard widths.reduce(0, +) > room else { return widths }
        var (low, high) = (leastWidth, max(leastWidth, widths.max() ?? 0))
        while low < high {
            let most = (low + high + 1) / 2
            if widths.reduce(0, { $0 + min($1, most) }) <= room { low = most } else { high = most - 1 }
        }
        return widths.map { min($0, low) }
    }
}
