/// What the first line of a text was taken for, if the options did not decide.
public enum FirstLine: Sendable, Hashable {
    /// It holds the names of the fields.
    case names
    /// It is a record.
    case record

    /// The decision; `nil` if the options made it, or the text has no first line.
    package init?(_ header: SeparatedText.ReadingOptions.Header, hasHeader: Bool, isEmpty: Bool) {
        guard header == .detected, hasHeader || !isEmpty else { return nil }
        self = hasHeader ? .names : .record
    }
}

/// Decides whether the first record of a text holds the names of the fields, by comparing it with the records below it.
///
/// - A text above numbers, dates or codes ("AB-1234") is a name, and so is a date above numbers. A value above values
///   of its type suggests a record.
/// - Years above columns of other numbers are names, too ("Country, Code, 1960, 1961"), and so are numbers that count
///   the columns from 0, 1 or a year, whatever is below them.
/// - If that is not conclusive because everything is text, the line is a header if its cells look like names: no cell
///   is empty, repeated, much longer than the texts below it, contains a line break, or occurs again in its column. One
///   in three may be an exception, and the first may be empty above a column without gaps.
struct HeaderRule {
    /// How many records below the first are examined.
    static let sampleCount = 100
    private static let longestName = 64

    /// How many cells may be names.
    private var nameCount = 0
    /// How many cells differ from those below them.
    private var differentCount = 0
    /// How many cells are unlikely names.
    private var oddCount = 0
    /// How many cells occur again in their column.
    private var recurringCount = 0
    /// The cells that are values, with the columns below them.
    private var values: [(place: Int, text: String, column: ColumnSample)] = []
    /// How many cells resemble those below them.
    private var alikeCount = 0
    /// How many cells are empty above a column that is not.
    private var emptyCount = 0
    /// Whether the first cell is empty above a column without gaps.
    private var startsWithRowNames = false
    /// Whether a cell is too long to be a name.
    private let hasEndlessName: Bool
    private var columnCount = 0

    /// - Parameters:
    ///   - cells: the cells of the first record.
    ///   - records: all records below it, or the first of them.
    init(first cells: [String?], below records: [[String?]]) {
        // The header may be repeated in texts that were joined.
        let others = records.filter { $0 != cells }
        let records = others.isEmpty ? records : others
        let width = records.reduce(cells.count) { max($0, $1.count) }
        self.init(
            first: cells,
            over: (0..<width).map { place in ColumnSample(records.map { place < $0.count ? $0[place] : nil }) })
    }

    /// - Parameters:
    ///   - cells: the cells of the first record.
    ///   - columns: the column below each of them.
    init(first cells: [String?], over columns: [ColumnSample]) {
        hasEndlessName = cells.contains { $0.map(FieldNames.isTooLong) ?? false }
        var seen: Set<String> = []
        for (place, column) in columns.enumerated() {
            guard let text = ColumnSample.content(place < cells.count ? cells[place] : nil) else {
                if !column.texts.isEmpty || column.isValues { addEmpty(over: column, at: place) }
                continue
            }
            columnCount += 1
            add(text, over: column, at: place, isRepeated: !seen.insert(text).inserted)
        }
    }

    /// Whether the first record is the header.
    var isHeader: Bool {
        guard !hasEndlessName else { return false }
        let labelCount = labelCount
        guard nameCount > 0 else {
            return startsWithRowNames && labelCount > 1 && labelCount == values.count && emptyCount == 1
        }
        let alike = alikeCount - labelCount
        if differentCount > 0 {
            return differentCount > recurringCount
                && (alike < differentCount || nameCount * 2 > columnCount)
        }
        guard alike <= 0, recurringCount == 0 else { return false }
        if labelCount > 0 { return true }
        let odd = oddCount + emptyCount
        return odd * 3 <= columnCount || startsWithRowNames && odd == 1
    }

    /// Whether the first record is the header, and not only because its texts look like names.
    var isEvident: Bool { isHeader && (differentCount > 0 || labelCount > 0) }

    private mutating func addEmpty(over column: ColumnSample, at place: Int) {
        columnCount += 1
        emptyCount += 1
        if place == 0, !column.hasGaps { startsWithRowNames = true }
    }

    private mutating func add(_ text: String, over column: ColumnSample, at place: Int, isRepeated: Bool) {
        let likeness = column.likeness(to: text)
        if ColumnSample.isValue(text) {
            values.append((place, text, column))
        } else {
            nameCount += 1
            let longest = column.texts.map(\.count).max() ?? 0
            let isLong = text.count > Self.longestName && longest * 2 >= text.count || text.contains(where: \.isNewline)
            if isRepeated || isLong { oddCount += 1 }
        }
        switch likeness {
        case .alike: alikeCount += 1
        case .different: differentCount += 1
        case .strange: oddCount += 1
        case .unclear: if column.texts.contains(text) { recurringCount += 1 }
        }
    }

    /// How many of the values are names of their columns.
    private var labelCount: Int {
        let years = values.filter { ColumnSample.isYear($0.text) && !$0.column.holdsYears }
        let areYears =
            Set(years.map(\.text)).count == years.count
            && (years.count > 1 || years.first.map { $0.column.texts.count > 2 } ?? false)
        return max(areYears ? years.count : 0, countingValues)
    }

    /// How many of the values count the columns from 0, 1 or a year; 0 if there are too few to rule out chance.
    private var countingValues: Int {
        let numbers = values.map { Int($0.text) }
        guard let first = numbers.first, let start = first,
            start == 0 || start == 1 || ColumnSample.isYear(values[0].text),
            numbers.count >= (startsWithRowNames ? 2 : 4),
            zip(numbers, start...).allSatisfy({ $0 == $1 }),
            zip(values, values.dropFirst()).allSatisfy({ $0.place + 1 == $1.place })
        else { return 0 }
        let below = values.map { $0.column.texts.first.flatMap { Int($0) } }
        let countsOn = zip(below, below.dropFirst()).allSatisfy { one, next in
            if let one, let next { next == one &+ 1 } else { false }
        }
        return countsOn ? 0 : numbers.count
    }
}
