import GtkKit
import KirokuCore

/// The first record of a table as a spreadsheet shows it after pasting: written for the clipboard, and read back.
@MainActor
final class CopySample {
    let widget = column(spacing: 6)
    private let cells = GtkKit.column()
    private let part: TablePart?
    private var shown: SeparatedText.WritingOptions?
    /// Whether the widget was destroyed while the sample was still being made.
    private var isGone = false

    /// - Parameter table: the table that the record is taken from; without a record there is no sample.
    init(of table: RecordTable?) {
        part = table.flatMap { table in
            let fields = Array(0..<min(table.schema.count, Self.mostFields))
            return table.count > 0 ? try? TablePart(table, records: [0], fields: fields) : nil
        }
        widget.setMargins(horizontal: 12, vertical: 6)
        widget.onDestroy { [weak self] in self?.isGone = true }
        guard part != nil else { return }
        widget.append(paragraph(localized("The first record in a spreadsheet:"), isMuted: true))
        cells.accessibleName = localized("Sample")
        widget.append(cells)
    }

    func show(_ options: SeparatedText.WritingOptions) {
        guard let part, options != shown else { return }
        shown = options
        Task { [weak self] in
            let rows = await Self.rows(of: part, options)
            guard let self, !isGone, shown == options else { return }
            fill(rows)
        }
    }

    /// The cells as another program reads them.
    private static func rows(of part: TablePart, _ options: SeparatedText.WritingOptions) async -> [[String]] {
        var reading = SeparatedText.ReadingOptions()
        reading.separator = options.separator
        reading.header = .absent
        // Letter by letter: how that program understands numbers is its own affair.
        reading.types = .text
        reading.skippedLines = 0
        guard let text = try? await SeparatedText.write(part, options: options),
            let table = try? await SeparatedText.read(text, options: reading).table
        else { return [] }
        return (0..<table.count).map { record in
            (0..<table.schema.count).map { table.displayText(record, $0, limit: 40) }
        }
    }

    private func fill(_ rows: [[String]]) {
        guard let width = rows.map(\.count).max() else { return }
        cells.removeAll()
        let grid = GtkKit.grid()
        grid.addStyleClass("kiroku-sample")
        // In reverse: a grid presents to screen readers first what was attached last.
        for (index, row) in rows.enumerated().reversed() {
            for (column, text) in row.enumerated().reversed() {
                grid.attach(cell(text), column: column + 1, row: index + 1)
            }
            grid.attach(headCell(localizedNumber(index + 1)), column: 0, row: index + 1)
        }
        for column in (0..<width).reversed() {
            grid.attach(headCell(Self.columnName(column)), column: column + 1, row: 0)
        }
        cells.append(grid)
        cells.showAll()
    }

    private func cell(_ text: String) -> Label {
        let cell = label(text)
        cell.addStyleClass("kiroku-sample-cell")
        cell.setExpands(horizontally: true)
        return cell
    }

    private func headCell(_ text: String) -> Label {
        let cell = label(text, alignment: .center)
        cell.addStyleClass("kiroku-sample-head")
        return cell
    }

    /// The letter that spreadsheets give the column.
    private static func columnName(_ column: Int) -> String {
        String(UnicodeScalar(UInt8(ascii: "A") + UInt8(clamping: min(column, 25))))
    }

    /// The maximum number of fields, for lack of room.
    private static let mostFields = 7
}
