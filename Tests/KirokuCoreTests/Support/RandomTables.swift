import CoreTestSupport

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Tables, cells and changes of all kinds, the awkward ones more often than life has them.
extension SeededGenerator {
    mutating func table(records: ClosedRange<Int> = 0...40) throws -> RecordTable {
        var table = RecordTable(schema: try schema())
        for _ in 0..<Int.random(in: records, using: &self) {
            try table.addRecord(table.schema.fields.map { value(for: $0.type) })
        }
        return table
    }

    mutating func schema() throws -> Schema {
        var schema = Schema()
        for _ in 0..<Int.random(in: 1...6, using: &self) {
            let type = self.type()
            try schema.add(fieldName(in: schema), type: type, initialValue: value(for: type, unfit: false))
        }
        return schema
    }

    mutating func type() -> FieldType {
        FieldType.allCases.randomElement(using: &self) ?? .string
    }

    /// A name that the schema does not have yet.
    mutating func fieldName(in schema: Schema) -> String {
        var name = pick(["Name", "name", "a \"b\"", "é", "x\ty", "[f1]", "id", "番号", "'; DROP TABLE x --", "a\0b"])
        while schema.index(named: name) != nil { name += "+" }
        return name
    }

    mutating func value(for type: FieldType, unfit: Bool = true) -> CellValue {
        if chance(1, in: 5) { return .empty }
        if unfit, !type.takesAnyText, chance(1, in: 6) {
            // A number in its plain form is not unfit where it is kept as text.
            let numbers = type == .decimal ? [] : ["1.0", "99999999999999999999", "1"]
            return .unfit(pick(["abc", "", "1e5", "007", "TRUE", "ｱ"] + numbers))
        }
        return switch type {
        case .int:
            .int(chance(1, in: 3) ? pick([.min, .max, 0, -1, 1 << 53]) : Int.random(in: -999...999, using: &self))
        case .float:
            .float(
                chance(1, in: 2)
                    ? pick([-0.0, 0, 1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -1e300])
                    : Double.random(in: -1_000...1_000, using: &self))
        case .bool: .bool(Bool.random(using: &self))
        case .string: .string(text())
        case .date: .date(date())
        case .time: .time(time())
        case .dateAndTime: .dateAndTime(moment())
        case .decimal: .decimal(decimal())
        case .rating: .rating(rating())
        case .duration: .duration(duration())
        case .choice: Choice(choiceText())?.cellValue ?? .empty
        case .choices: Choices(choiceText() + "; " + choiceText())?.cellValue ?? .empty
        }
    }

    mutating func rating() -> Rating { Rating(Int.random(in: 0...Rating.scales.usual, using: &self)) ?? .blank }

    /// Mostly of less than a week.
    mutating func duration() -> TimeSpan {
        let seconds =
            chance(1, in: 4)
            ? pick([0, -1, 59, 60, 3_600, 86_399, 86_400, TimeSpan.range.lowerBound, TimeSpan.range.upperBound])
            : Int.random(in: -86_400...604_800, using: &self)
        return TimeSpan(seconds: seconds) ?? .blank
    }

    /// Mostly one of a few texts.
    mutating func choiceText() -> String { chance(1, in: 4) ? text() : pick(["a", "é", "日本", "a b", "A"]) }

    /// A number of any length, short ones more often, and now and then with zeros at its end.
    mutating func decimal() -> DecimalNumber {
        let digits = chance(1, in: 2) ? Int.random(in: 1...4, using: &self) : Int.random(in: 1...38, using: &self)
        var coefficient: Int128 = 0
        for _ in 0..<digits { coefficient = coefficient * 10 + Int128(Int.random(in: 0...9, using: &self)) }
        if chance(1, in: 6) { coefficient = pick([0, 1, 10, 1_000]) }
        let places = chance(2, in: 3) ? Int.random(in: 0...3, using: &self) : Int.random(in: 0...38, using: &self)
        return DecimalNumber(coefficient: chance(1, in: 2) ? -coefficient : coefficient, places: places) ?? .zero
    }

    /// A day, a month or a year.
    mutating func date() -> CalendarDate {
        let usual = Int.random(in: 1...9_999, using: &self)
        let year = chance(1, in: 3) ? pick([1, 999, 1_000, 1_900, 2_000, 2_024, 9_999]) : usual
        let month = chance(1, in: 5) ? nil : Int.random(in: 1...12, using: &self)
        let day = month.flatMap { month in
            chance(1, in: 5)
                ? nil : Int.random(in: 1...CalendarDate.dayCount(ofMonth: month, year: year), using: &self)
        }
        return CalendarDate(year: year, month: month, day: day) ?? .blank
    }

    /// To the minute, the second or the microsecond.
    mutating func time() -> TimeOfDay {
        let second = chance(1, in: 2) ? nil : Int.random(in: 0...59, using: &self)
        return TimeOfDay(
            hour: Int.random(in: 0...23, using: &self), minute: Int.random(in: 0...59, using: &self), second: second,
            microsecond: second == nil || chance(1, in: 2) ? 0 : Int.random(in: 0...999_999, using: &self)) ?? .blank
    }

    /// A date, mostly with a time.
    mutating func moment() -> DateAndTime {
        let date = date()
        return DateAndTime(date, date.day == nil || chance(1, in: 5) ? nil : time()) ?? .blank
    }

    mutating func text() -> String {
        let piece = pick(["", "a", "é", "e\u{301}", "日本語", "\t", "\n", "\"", "\0", "👨‍👩‍👧", "12", "1e5", "NULL"])
        return String(repeating: piece, count: chance(1, in: 30) ? 3_000 : Int.random(in: 1...4, using: &self))
    }

    /// A change that the table accepts.
    mutating func change(for table: RecordTable) throws -> Change {
        switch Int.random(in: 0..<14, using: &self) {
        case 0...3 where table.count > 0:
            let edits = (0..<Int.random(in: 1...4, using: &self)).map { _ in
                let field = Int.random(in: 0..<table.schema.count, using: &self)
                return CellEdit(
                    record: Int.random(in: 0..<table.count, using: &self), field: field,
                    value: value(for: table.schema[field].type))
            }
            return try .setCells(edits, in: table)
        case 4...5 where table.count > 0:
            return try .deleteRecords(at: indexes(of: table), in: table)
        case 6:
            return try fieldChange(for: table)
        case 7:
            var result = table
            let changes = try (0..<3).map { _ in
                let change = try self.change(for: result)
                _ = try result.apply(change)
                return change
            }
            return .sequence(changes)
        case 8...9 where table.count > 0:
            let moved = indexes(of: table)
            return .setPlaces(try table.moving(moved, to: Int.random(in: 0...table.count - moved.count, using: &self)))
        default:
            return try insertion(for: table)
        }
    }

    private mutating func indexes(of table: RecordTable) -> RecordIndexes {
        let count = Int.random(in: 1...min(4, table.count), using: &self)
        return RecordIndexes((0..<count).map { _ in Int.random(in: 0..<table.count, using: &self) })
    }

    /// Records for one place, for several, or for so tight a place that others must make room.
    mutating func insertion(for table: RecordTable) throws -> Change {
        var records = RecordTable(schema: table.schema)
        let count = chance(1, in: 4) ? Int.random(in: 20...60, using: &self) : Int.random(in: 1...5, using: &self)
        for _ in 0..<count { try records.addRecord(table.schema.fields.map { value(for: $0.type) }) }
        var places: Set<Int> = []
        let first = Int.random(in: 0...table.count, using: &self)
        if chance(1, in: 2) { places = Set(first..<first + count) }
        while places.count < count { places.insert(Int.random(in: 0..<table.count + count, using: &self)) }
        return try .insertRecords(records, at: RecordIndexes(places), in: table)
    }

    mutating func fieldChange(for table: RecordTable) throws -> Change {
        var fields = table.schema.fields
        let index = Int.random(in: 0..<fields.count, using: &self)
        switch Int.random(in: 0..<5, using: &self) {
        case 0 where fields.count > 1:
            fields.remove(at: index)
            return try .changeFields(to: fields, in: table)
        case 1:
            fields[index].name = fieldName(in: table.schema)
            fields[index] = fields[index].with(numberFormat()).with(initialSource()).with(rules())
            return try .changeFields(to: fields, in: table)
        case 2:
            let contents = try fieldContents(named: fields[index].name, for: table)
            let replacement = FieldReplacement(old: fields[index].id, new: contents.definition.id)
            fields[index] = contents.definition
            return try .changeFields(to: fields, inserting: [contents], replacing: [replacement], in: table)
        case 3:
            fields.insert(fields.remove(at: index), at: Int.random(in: 0..<table.schema.count, using: &self))
            return try .changeFields(to: fields, in: table)
        default:
            let contents = try fieldContents(named: fieldName(in: table.schema), for: table)
            fields.insert(contents.definition, at: Int.random(in: 0...fields.count, using: &self))
            return try .changeFields(to: fields, inserting: [contents], in: table)
        }
    }

    mutating func numberFormat() -> NumberFormat {
        if chance(1, in: 2) { return .asTyped }
        return NumberFormat(
            places: chance(1, in: 3) ? nil : Int.random(in: 0...15, using: &self), groupsThousands: chance(1, in: 2),
            unit: pick(["", " €", "$", "\"", " a b ", "円"]), unitPlace: chance(1, in: 2) ? .before : .after,
            isPercent: chance(1, in: 4))
    }

    mutating func initialSource() -> InitialSource? {
        pick([nil, .present, .recordAbove, .nextNumber(first: "1"), .nextNumber(first: "A-01"), .nextNumber(first: "")])
    }

    mutating func rules() -> FieldRules {
        var rules = FieldRules()
        if chance(1, in: 2) { return rules }
        rules.isRequired = chance(1, in: 2)
        rules.uniqueWith = pick([nil, [], [FieldID(rawValue: 1)]])
        rules.least = pick([nil, .present, .value(.int(3))])
        rules.longest = pick([nil, 4])
        rules.pattern = pick([nil, "[a-z]\n*"])
        return rules
    }

    private mutating func fieldContents(named name: String, for table: RecordTable) throws -> FieldContents {
        let definition = try FieldDefinition(id: table.schema.nextFieldID, name: name, type: type())
        var cells = FieldCells(type: definition.type)
        for id in table.ids { cells.append(value(for: definition.type), of: id) }
        return FieldContents(definition, records: table.ids, cells: cells)
    }

    mutating func chance(_ part: Int, in whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &self) < part
    }

    mutating func pick<Element>(_ choice: [Element]) -> Element {
        choice[Int.random(in: 0..<choice.count, using: &self)]
    }
}
