import KirokuCore

/// Finding, ordering and reading dates made of the cards' numbers: day 1 is January 1, 1900, and after 60,000 days they
/// begin again.
struct Kinds {
    private let dates: RecordTable
    private let field: FieldID
    private let text: [UInt8]

    private static let dayCount = 60_000

    init(cards: Cards) async throws {
        var days: [CalendarDate] = []
        for year in 1_900..<2_100 {
            for month in 1...12 {
                for day in 1...CalendarDate.dayCount(ofMonth: month, year: year) {
                    if let date = CalendarDate(year: year, month: month, day: day) { days.append(date) }
                }
            }
        }
        var column = FixedColumn<CalendarDate>()
        column.reserveCapacity(cards.table.count)
        for record in 0..<cards.table.count {
            column.append(days[((try cards.table.value(at: record, cards.number) ?? 0) - 1) % Self.dayCount])
        }
        dates = try RecordTable(schema: Schema(names: ["Day"], types: [.date]), columns: [.date(column)])
        field = dates.schema[0].id
        text = try await SeparatedText.write(dates)
    }

    func measure(_ stopwatch: Stopwatch) async throws {
        let year = CalendarDate(year: 1_901).map { Operand.value(.date($0)) } ?? .nothing
        try await stopwatch.measure("find date") { try await dates.find(.test(field, .less, year)) }
        try await stopwatch.measure("order by date") { try await dates.order(by: [SortRule(field: field)]) }
        try await stopwatch.measure("read dates") { try await SeparatedText.read(text) }
    }
}
