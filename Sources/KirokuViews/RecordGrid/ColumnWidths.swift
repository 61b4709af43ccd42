import GtkKit
import KirokuCore

/// The widths of columns for which the user has set no width.
@MainActor
enum ColumnWidths {
    static let padding = 8.0
    private static let least = 64.0
    private static let most = 360.0
    private static let mostWhenFitted = 1_200.0
    /// The number of records examined.
    static let sampleSize = 200
    /// Room for the sort marks beside the type.
    private static let marksRoom = 26.0
    /// The width of the sign at the end of a cell that has a conflict.
    static let signRoom = 16.0
    private static let sampleMeasured = 20

    /// A width for the name and the longest text of the first records, within limits.
    ///
    /// - Parameter signed: the cells with a sign at their end.
    static func natural(
        _ field: Int, of table: RecordTable, _ signed: Set<CellPosition>, _ fonts: GridFonts
    ) -> Double {
        natural(field, Array(0..<min(table.count, sampleSize)), of: table, signed, fonts)
    }

    /// Wide enough for the name and for the texts of these records, within reason.
    static func natural(
        _ field: Int, _ records: [Int], of table: RecordTable, _ signed: Set<CellPosition>, _ fonts: GridFonts
    ) -> Double {
        min(needed(field, records, of: table, signed, fonts), most)
    }

    /// A width for the name and the texts of these records, because the user requests it.
    static func fitting(
        _ field: Int, _ records: [Int], of table: RecordTable, _ signed: Set<CellPosition>, _ fonts: GridFonts
    ) -> Double {
        min(needed(field, records, of: table, signed, fonts), mostWhenFitted)
    }

    private static func needed(
        _ field: Int, _ records: [Int], of table: RecordTable, _ signed: Set<CellPosition>, _ fonts: GridFonts
    ) -> Double {
        func isSigned(_ record: Int) -> Bool { signed.contains(CellPosition(record: record, field: field)) }
        // The widest text is among those with the most bytes: full-width characters have three and are twice as wide.
        let texts = records.map { (text: table.displayText($0, field), record: $0) }
            .sorted { $0.text.utf8.count > $1.text.utf8.count }
        let definition = table.schema[field]
        let presenter = definition.type.presenter
        let measured =
            texts.prefix(sampleMeasured)
            + (signed.isEmpty
                ? [] : texts.dropFirst(sampleMeasured).filter { isSigned($0.record) }.prefix(sampleMeasured))
        let widths = measured.map { text, record in
            let width = presenter.width(of: table[record, field], as: text, in: definition) { fonts.text.width(of: $0) }
            return width + (isSigned(record) ? signRoom : 0)
        }
        let widest = widths.max() ?? 0
        let needed = max(
            widest, fonts.name.width(of: definition.name), fonts.type.width(of: definition.kindName) + marksRoom)
        return max(needed + 2 * padding + 2, least).rounded()
    }
}

/// The fonts of a grid.
@MainActor
struct GridFonts {
    let text: TextMeasure
    /// The font of names in headers.
    let name: TextMeasure
    /// The font of types in headers.
    let type: TextMeasure

    init(of widget: some Widget) {
        text = TextMeasure(of: widget)
        name = TextMeasure(of: widget, style: .bold)
        type = TextMeasure(of: widget, style: .small)
    }

    /// Numbers that stay the same while the fonts do.
    var looks: [Double] { [text, name, type].flatMap { [$0.lineHeight, $0.width(of: "Ag記 0123")] } }

    /// Loads the font files, so that the first texts are drawn sooner.
    func prepare() {
        for font in [text, name, type] { _ = font.lineHeight }
    }
}
