/// A summary of the selected cells in one line.
public struct SelectionSummary: Sendable, Hashable {
    /// How many cells are selected.
    public private(set) var cells = 0
    /// How many of them are not empty; unfit text counts.
    public private(set) var filled = 0
    private var whole = WholeTotal()
    private var decimal = DecimalTotal()
    private var float = FloatTotal()
    /// The formats of the fields with numbers.
    private var formats: Set<NumberFormat> = []

    /// How many hold a number.
    public var numbers: Int { whole.count + decimal.count + float.count }

    /// "12 cells · Sum 345 · Mean 28.75 · Least 1 · Greatest 99", in the user's language.
    ///
    /// Without Floats, all figures are exact, however large, and the mean of decimal numbers as far as
    /// ``DecimalFigures/mean`` is; with Floats, the sum is rounded to twelve digits.
    public var text: String {
        var parts = [localized("{count} cell", "{count} cells", count: cells)]
        if filled < cells { parts.append(localized("{count} filled", "{count} filled", count: filled)) }
        if numbers > 0 {
            parts += [
                sum.map { localized("Sum {number}", ["number": $0]) } ?? localized("Sum too large to show"),
                localized("Mean {number}", ["number": mean]),
                localized("Least {number}", ["number": least]),
                localized("Greatest {number}", ["number": greatest]),
            ]
        }
        return parts.joined(separator: " · ")
    }

    mutating func add(cells count: Int, filled filledCount: Int) {
        cells += count
        filled += filledCount
    }

    /// Says that numbers of a field with this format were added.
    mutating func note(_ format: NumberFormat) { formats.insert(format) }

    mutating func add(_ number: Int) { whole.add(number) }

    mutating func add(_ number: Double) { float.add(number) }

    mutating func add(_ number: DecimalNumber) { decimal.add(number) }

    /// The format that all fields have; otherwise that of figures in general.
    private var format: NumberFormat { (formats.count == 1 ? formats.first ?? .asTyped : .asTyped).ofFigures }

    /// The sum of all but Floats.
    private var exact: WideDecimal { WideDecimal(whole.sum) + decimal.sum.total }

    /// The sum of all, whatever their types.
    private var total: CompensatedSum {
        var total = float.sum
        total.add(whole.sum)
        if decimal.count > 0, let sum = Double(decimal.sum.total.text) { total.add(sum) }
        return total
    }

    /// `nil` if it is greater than any Float.
    private var sum: String? {
        float.count == 0 ? format.text(exact) : total.value.map { format.text($0, significant: 12) }
    }

    private var mean: String {
        if numbers == whole.count { return format.text(Quotient(dividend: whole.sum, divisor: whole.count)) }
        guard float.count > 0 else { return format.text(DecimalQuotient(dividend: exact, divisor: numbers)) }
        // Rounding must not lead outside of the range of the numbers.
        let others = extremes.compactMap { Double($0.text) }
        let least = others.reduce(float.least, min)
        let greatest = others.reduce(float.greatest, max)
        return format.text(min(max(total.divided(by: numbers), least), greatest), significant: 6)
    }

    /// The least and the greatest number of each exact type.
    private var extremes: [WideDecimal] {
        (whole.count > 0 ? [WideDecimal(Int128(whole.least)), WideDecimal(Int128(whole.greatest))] : [])
            + [decimal.least, decimal.greatest].compactMap { $0.map { WideDecimal($0) } }
    }

    private var least: String {
        let exact = extremes.min { $0.isLess(than: $1) }
        if let exact, float.count == 0 || exact.isLess(than: WideDecimal(exactly: float.least)) {
            return format.text(exact)
        }
        return format.text(float.least)
    }

    private var greatest: String {
        let exact = extremes.max { $0.isLess(than: $1) }
        if let exact, float.count == 0 || !exact.isLess(than: WideDecimal(exactly: float.greatest)) {
            return format.text(exact)
        }
        return format.text(float.greatest)
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
            let before = summary.numbers
            for start in stride(from: rows.lowerBound, to: rows.upperBound, by: 4_096) {
                if Task.isCancelled { throw .cancelled }
                let block = start..<min(start + 4_096, rows.upperBound)
                let records = if let list { Array(list[block]) } else { Array(block) }
                column.type.kind.add(records, of: column, to: &summary)
                for record in records where isFilled(record, field) { filled += 1 }
            }
            summary.add(cells: rows.count, filled: filled)
            if summary.numbers > before { summary.note(schema[field].numberFormat) }
        }
        return summary
    }
}
