import GtkKit
import KirokuCore

/// How wide columns are that nobody has set a width for.
@MainActor
enum ColumnWidths {
    static let padding = 8.0
    private static let least = 64.0
    private static let most = 360.0
    private static let sampleSize = 200

    /// Wide enough for the name and for the longest of the first records' texts, within reason.
    static func natural(_ field: Int, of table: RecordTable, _ text: TextMeasure, header: TextMeasure) -> Double {
        let sample = (0..<min(table.count, sampleSize)).map { table.displayText($0, field) }
        let longest = sample.max { $0.utf8.count < $1.utf8.count } ?? ""
        let needed = max(text.width(of: longest), header.width(of: table.schema[field].name))
        return min(max(needed + 2 * padding + 2, least), most).rounded()
    }
}
