/// A summary of the selected cells in one line.
public struct SelectionSummary: Sendable, Hashable {
    /// How many cells are selected.
    public private(set) var cells = 0
    /// How many of them are not empty; unfit text counts.
    public private(set) var filled = 0
    /// The figures of the numbers, if they belong to a single field: numbers of several fields cannot be added.
    private var figures: SelectedNumbers?
    private var hasOtherNumbers = false

    /// "12 cells · Sum 345 · Mean 28.75 · Least 1 · Greatest 99", in the user's language.
    ///
    /// Figures of whole and decimal numbers are exact, however large, except that the mean of decimal numbers is only
    /// as exact as ``DecimalFigures/mean``; the sum of Floats is rounded to twelve digits.
    public var text: String {
        var parts = [localized("{count} cell", "{count} cells", count: cells)]
        if filled < cells { parts.append(localized("{count} filled", "{count} filled", count: filled)) }
        if let figures, !hasOtherNumbers { parts += figures.texts }
        return parts.joined(separator: " · ")
    }

    /// Adds the cells of a field.
    fileprivate mutating func add(cells count: Int, filled filledCount: Int, _ numbers: SelectedNumbers) {
        cells += count
        filled += filledCount
        guard !numbers.isEmpty else { return }
        hasOtherNumbers = figures != nil
        figures = numbers
    }
}

/// The figures of a field's numbers, which are of one type.
struct SelectedNumbers: Sendable, Hashable {
    private let format: NumberFormat
    private var whole = WholeTotal()
    private var decimal = DecimalTotal()
    private var float = FloatTotal()
    /// In seconds.
    private var spans = WholeTotal()

    /// - Parameter format: how the field shows its numbers.
    init(_ format: NumberFormat) {
        self.format = format
    }

    var isEmpty: Bool { whole.count + decimal.count + float.count + spans.count == 0 }

    mutating func add(_ number: Int) { whole.add(number) }

    mutating func add(_ number: Double) { float.add(number) }

    mutating func add(_ number: DecimalNumber) { decimal.add(number) }

    mutating func add(_ span: TimeSpan) { spans.add(span.seconds) }

    fileprivate var texts: [String] {
        let (sum, mean, least, greatest) = figures
        return [
            sum.map { localized("Sum {number}", ["number": $0]) } ?? localized("Sum too large to show"),
            localized("Mean {number}", ["number": mean]),
            localized("Min {number}", ["number": least]),
            localized("Max {number}", ["number": greatest]),
        ]
    }

    /// The sum is `nil` if it is greater than any Float.
    private var figures: (sum: String?, mean: String, least: String, greatest: String) {
        if whole.count > 0 {
            let mean = Quotient(dividend: whole.sum, divisor: whole.count)
            return (format.text(whole.sum), format.text(mean), format.text(whole.least), format.text(whole.greatest))
        }
        if let least = decimal.least, let greatest = decimal.greatest {
            let mean = DecimalQuotient(dividend: decimal.sum.total, divisor: decimal.count)
            return (format.text(decimal.sum.total), format.text(mean), format.text(least), format.text(greatest))
        }
        if spans.count > 0 {
            let mean = Quotient(dividend: spans.sum, divisor: spans.count).rounded
            let texts = [spans.sum, mean, Int128(spans.least), Int128(spans.greatest)].map(TimeSpan.shownText(of:))
            return (texts[0], texts[1], texts[2], texts[3])
        }
        // Rounding must not lead outside of the range of the numbers.
        let mean = min(max(float.sum.divided(by: float.count), float.least), float.greatest)
        return (
            float.sum.value.map { format.text($0, significant: 12) }, format.text(mean, significant: 6),
            format.text(float.least), format.text(float.greatest)
        )
    }
}

private struct WholeTotal: Hashable {
    private(set) var count = 0
    private(set) var sum: Int128 = 0
    private(set) var least = Int.max
    private(set) var greatest = Int.min

    mutating func add(_ number: Int) {
        count += 1
        sum += Int128(number)
        least = min(least, number)
        greatest = max(greatest, number)
    }
}

private struct DecimalTotal: Hashable {
    private(set) var count = 0
    private(set) var sum = DecimalSum()
    private(set) var least: DecimalNumber?
    private(set) var greatest: DecimalNumber?

    mutating func add(_ number: DecimalNumber) {
        count += 1
        sum.add(number)
        if least.map({ number.isLess(than: $0) }) ?? true { least = number }
        if greatest.map({ $0.isLess(than: number) }) ?? true { greatest = number }
    }
}

private struct FloatTotal: Hashable {
    private(set) var count = 0
    private(set) var sum = CompensatedSum()
    private(set) var least = Double.infinity
    private(set) var greatest = -Double.infinity

    mutating func add(_ number: Double) {
        count += 1
        sum.add(number)
        least = min(least, number)
        greatest = max(greatest, number)
    }
}

extension RecordTable {
    /// Summarizes the cells of some records, for `RecordView.summary(of:fields:in:)`.
    ///
    /// - Parameters:
    ///   - rows: places in `list`, or indexes of records where there is none.
    ///   - list: indexes of records in the order in which they are shown; `nil` for all in the table's order.
    ///   - fields: the fields of the cells, by index.
    @concurrent
    package func selectionSummary(
        of rows: Range<Int>, in list: [Int]?, fields: Range<Int>
    ) async throws(QueryError) -> SelectionSummary {
        var summary = SelectionSummary()
        for field in fields {
            var filled = 0
            let column = column(field)
            var numbers = SelectedNumbers(schema[field].numberFormat)
            for start in stride(from: rows.lowerBound, to: rows.upperBound, by: 4_096) {
                if Task.isCancelled { throw .cancelled }
                let block = start..<min(start + 4_096, rows.upperBound)
                let records = if let list { Array(list[block]) } else { Array(block) }
                column.type.kind.add(records, of: column, to: &numbers)
                for record in records where isFilled(record, field) { filled += 1 }
            }
            summary.add(cells: rows.count, filled: filled, numbers)
        }
        return summary
    }
}
