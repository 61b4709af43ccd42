/// What can be said of the selected cells in one line.
public struct SelectionSummary: Sendable, Hashable {
    /// How many cells are selected.
    public private(set) var cells = 0
    /// How many of them hold something, unfit text included.
    public private(set) var filled = 0
    /// How many hold a number.
    public private(set) var numbers = 0
    private var wholeSum: Int128 = 0
    private var floatSum = CompensatedSum()
    private var floats = 0
    private var least = Double.infinity
    private var greatest = -Double.infinity

    /// The sum of the numbers; `nil` if there are none, or it is greater than any Float.
    public var sum: Double? {
        let sum = Double(wholeSum) + floatSum.value
        return numbers > 0 && sum.isFinite ? sum : nil
    }

    /// The mean of the numbers; `nil` where ``sum`` is.
    public var mean: Double? { sum.map { Swift.min(Swift.max($0 / Double(numbers), least), greatest) } }

    /// The least of the numbers; `nil` if there are none.
    public var min: Double? { numbers > 0 ? least : nil }

    /// The greatest of the numbers; `nil` if there are none.
    public var max: Double? { numbers > 0 ? greatest : nil }

    /// "12 cells · Sum 345 · Mean 28.75 · Least 1 · Greatest 99", in the user's language.
    public var text: String {
        var parts = [localized("{count} cell", "{count} cells", count: cells)]
        if filled < cells { parts.append(localized("{count} filled", "{count} filled", count: filled)) }
        if let sum, let mean, let min, let max {
            // Whole numbers are exact, however large.
            let sum = floats == 0 ? localizedNumber(wholeSum) : localizedNumber(sum, significant: 12)
            parts += [
                localized("Sum {number}", ["number": sum]),
                localized("Mean {number}", ["number": localizedNumber(mean, significant: 6)]),
                localized("Least {number}", ["number": localizedNumber(min)]),
                localized("Greatest {number}", ["number": localizedNumber(max)]),
            ]
        }
        return parts.joined(separator: " · ")
    }

    mutating func add(cells count: Int, filled filledCount: Int) {
        cells += count
        filled += filledCount
    }

    mutating func add(_ number: Int) {
        wholeSum += Int128(number)
        addNumber(Double(number))
    }

    mutating func add(_ number: Double) {
        floatSum.add(number)
        floats += 1
        addNumber(number)
    }

    private mutating func addNumber(_ number: Double) {
        numbers += 1
        least = Swift.min(least, number)
        greatest = Swift.max(greatest, number)
    }
}

/// A sum that does not lose what rounding cuts off (Neumaier's).
private struct CompensatedSum: Hashable {
    private var sum = 0.0
    private var lost = 0.0

    var value: Double { sum + lost }

    mutating func add(_ number: Double) {
        let next = sum + number
        lost += sum.magnitude >= number.magnitude ? (sum - next) + number : (number - next) + sum
        sum = next
    }
}

extension RecordView {
    /// Sums up cells.
    ///
    /// Works in the background and can be cancelled. Costs a step for each cell.
    ///
    /// - Parameters:
    ///   - rows: the rows of the cells; those beyond the last one do not count.
    ///   - fields: their fields, which must exist.
    ///   - table: the table that this is a view of.
    /// - Throws: ``QueryError/cancelled``.
    @concurrent
    public func summary(
        of rows: Range<Int>, fields: Range<Int>, in table: RecordTable
    ) async throws(QueryError) -> SelectionSummary {
        let rows = rows.clamped(to: 0..<count)
        var summary = SelectionSummary()
        for field in fields {
            var filled = 0
            let column = table.column(field)
            for start in stride(from: rows.lowerBound, to: rows.upperBound, by: 4_096) {
                if Task.isCancelled { throw .cancelled }
                for row in start..<Swift.min(start + 4_096, rows.upperBound) {
                    let record = self[row]
                    switch column {
                    case .int(let values): if let number = values[record] { summary.add(number) }
                    case .float(let values): if let number = values[record] { summary.add(number) }
                    case .bool, .string: break
                    }
                    if table.isFilled(record, field) { filled += 1 }
                }
            }
            summary.add(cells: rows.count, filled: filled)
        }
        return summary
    }
}
