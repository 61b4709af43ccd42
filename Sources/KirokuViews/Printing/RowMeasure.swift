import KirokuCore
import KirokuPresentation

/// Measures the rows of a printed table away from the main thread, by the widths of letters.
struct RowMeasure: Sendable {
    let part: TablePart
    /// The room for text in each field.
    let widths: [Double]
    let isPicture: [Bool]
    let letters: LetterWidths
    /// The height of a line of text, and of a row with one line.
    let lineHeight: Double
    let rowHeight: Double
    /// The height of a row in which nothing takes several lines.
    let leastHeight: Double

    /// How much lower a line of choices is than a row.
    static let chipMargin = 3.0
    /// More lines than a page has.
    private static let mostLines = 250

    /// The height of each row; `nil` if the task was cancelled.
    @concurrent
    func heights() async -> [Double]? {
        let table = part.table
        let fields = part.fields.indices.filter { index in
            let field = part.fields[index]
            let type = table.schema[field].type
            return !isPicture[index] && (type.holdsText || type.hasOptions || !table.unfitTexts(inField: field).isEmpty)
        }
        var heights: [Double] = []
        heights.reserveCapacity(part.recordCount)
        for place in 0..<part.recordCount {
            if place & 0xff == 0, Task.isCancelled { return nil }
            let record = part.record(at: place)
            heights.append(
                fields.reduce(leastHeight) { height, index in
                    max(
                        height,
                        self.height(
                            of: PrintedRecords.printedValue(of: table, record, part.fields[index]), in: widths[index]))
                })
        }
        return heights
    }

    private func height(of value: PrintedRecords.PrintedValue, in width: Double) -> Double {
        switch value {
        case .checkBox: return rowHeight
        case .choices(let choices, let field):
            let lines = ChoiceChips.lines(of: choices, of: field, in: width) { letters.width(of: $0) }
            return Self.chipMargin + Double(lines.count) * (rowHeight - Self.chipMargin)
        case .text(let text):
            let lines = letters.lineCount(of: text, width: width, limit: Self.mostLines)
            return rowHeight + Double(lines - 1) * lineHeight
        }
    }
}
