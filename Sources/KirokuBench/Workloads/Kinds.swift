import KirokuCore

/// Finding, ordering and reading dates, decimal numbers and choices made of the cards' own numbers.
struct Kinds {
    private let dates: OneField
    private let prices: OneField
    private let numbers: OneField
    private let choices: OneField
    /// As many different whole numbers as there are choices, in the same records.
    private let codes: OneField

    /// - Parameter cards: the cards; their numbers count the days from January 1, 1900, and after 60,000 days begin
    ///   again; prices up to 9,999.99 are made of them, too.
    init(cards: Cards) async throws {
        var days: [CalendarDate] = []
        for year in 1_900..<2_100 {
            for month in 1...12 {
                for day in 1...CalendarDate.dayCount(ofMonth: month, year: year) {
                    if let date = CalendarDate(year: year, month: month, day: day) { days.append(date) }
                }
            }
        }
        var dateColumn = FixedColumn<CalendarDate>()
        var priceColumn = DecimalColumn()
        var choiceColumn = CodedColumn<Choice>()
        var codeColumn = FixedColumn<Int>()
        for record in 0..<cards.table.count {
            let number = try cards.table.value(at: record, cards.number) ?? 0
            dateColumn.append(days[(number - 1) % 60_000])
            codeColumn.append(number * 31 % 50)
            choiceColumn.append(Choice("Choice \(number * 31 % 50)"))
            priceColumn.append(DecimalNumber(coefficient: Int128(number * 7_919 % 1_000_000), places: 2))
        }
        dates = try await OneField("Day", .date(dateColumn))
        numbers = try await OneField("Number", .int(cards.table.values(of: cards.number)))
        choices = try await OneField("State", .choice(choiceColumn))
        codes = try await OneField("Code", .int(codeColumn))
        prices = try await OneField("Price", .decimal(priceColumn))
    }

    func measure(_ stopwatch: Stopwatch) async throws {
        let year = CalendarDate(year: 1_901).map { Operand.value(.date($0)) } ?? .nothing
        try await dates.measure("date", .less, year, stopwatch)
        try dates.measureRule("date", stopwatch)
        let price = Operand.value(.decimal(DecimalNumber(5)))
        try await prices.measure("decimal", .less, price, stopwatch)
        try await codes.measure("small int", .less, .int(3), stopwatch)
        try await choices.measure("choice", .hasAny, .text("Choice 7; Choice 8; Choice 9"), stopwatch)
        try numbers.measureRule("int", stopwatch)
    }
}

/// A table with one field, and its text.
private struct OneField {
    private let table: RecordTable
    private let text: [UInt8]

    init(_ name: String, _ column: Column) async throws {
        table = try RecordTable(schema: Schema(names: [name], types: [column.type]), columns: [column])
        text = try await SeparatedText.write(table)
    }

    func measure(_ kind: String, _ comparison: Comparison, _ operand: Operand, _ stopwatch: Stopwatch) async throws {
        let field = table.schema[0]
        try await stopwatch.measure("find \(kind)") { try await table.find(.test(field.id, comparison, operand)) }
        try await stopwatch.measure("order by \(kind)") { try await table.order(by: [SortRule(field: field.id)]) }
        var options = SeparatedText.ReadingOptions()
        options.fieldTypes = [field.name: field.type]
        try await stopwatch.measure("read \(kind)s") { try await SeparatedText.read(text, options: options) }
    }

    /// Checking which values occur once, and taking in an edit.
    func measureRule(_ kind: String, _ stopwatch: Stopwatch) throws {
        var rules = FieldRules()
        rules.uniqueWith = []
        var ruled = table
        _ = try ruled.make(.changeFields(to: [table.schema[0].with(rules)], in: table))
        stopwatch.measure("check unique \(kind)s") { CellChecks(ruled) }
        var checks = CellChecks(ruled)
        var edited = 0
        try stopwatch.measure("edit a unique \(kind)") {
            edited += 1
            let edit = try Change.setCells([CellEdit(record: edited, field: 0, value: ruled[edited + 1, 0])], in: ruled)
            return checks.apply(try ruled.make(edit), in: ruled)
        }
    }
}
