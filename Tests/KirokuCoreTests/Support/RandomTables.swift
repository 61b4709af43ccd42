@testable import KirokuCore

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
        if unfit, type != .string, chance(1, in: 6) {
            return .unfit(pick(["abc", "", "1e5", "1.0", "99999999999999999999", "TRUE", "1", "ｱ"]))
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
        }
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

    mutating func text() -> String {
        let piece = pick(["", "a", "é", "e\u{301}", "日本語", "\t", "\n", "\"", "\0", "👨‍👩‍👧", "12", "1e5", "NULL"])
        return String(repeating: piece, count: chance(1, in: 30) ? 3_000 : Int.random(in: 1...4, using: &self))
    }

    /// A change that the table accepts.
    mutating func change(for table: RecordTable) throws -> Change {
        switch Int.random(in: 0..<12, using: &self) {
        case 0...3 where table.count > 0:
            return .setCells(
                (0..<Int.random(in: 1...4, using: &self)).map { _ in
                    let field = Int.random(in: 0..<table.schema.count, using: &self)
                    return CellEdit(
                        record: Int.random(in: 0..<table.count, using: &self), field: field,
                        value: value(for: table.schema[field].type))
                })
        case 4...5 where table.count > 0:
            let count = Int.random(in: 1...min(4, table.count), using: &self)
            return .deleteRecords(
                at: RecordIndexes((0..<count).map { _ in Int.random(in: 0..<table.count, using: &self) }))
        case 6:
            return .changeFields(try fieldChange(for: table))
        case 7:
            var result = table
            let changes = try (0..<3).map { _ in
                let change = try self.change(for: result)
                _ = try result.apply(change)
                return change
            }
            return .sequence(changes)
        default:
            return try insertion(for: table)
        }
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
        return .insertRecords(records, at: RecordIndexes(places))
    }

    mutating func fieldChange(for table: RecordTable) throws -> FieldChange {
        let schema = table.schema
        let index = Int.random(in: 0..<schema.count, using: &self)
        switch Int.random(in: 0..<5, using: &self) {
        case 0 where schema.count > 1:
            return .remove(at: index)
        case 1:
            var definition = schema[index]
            definition.name = fieldName(in: schema)
            return .redefine(at: index, definition)
        case 2:
            return .replace(at: index, try fieldContents(named: schema[index].name, for: table))
        case 3:
            return .move(from: index, to: Int.random(in: 0..<schema.count, using: &self))
        default:
            return .insert(
                try fieldContents(named: fieldName(in: schema), for: table),
                at: Int.random(in: 0...schema.count, using: &self))
        }
    }

    private mutating func fieldContents(named name: String, for table: RecordTable) throws -> FieldContents {
        let definition = try FieldDefinition(id: table.schema.nextFieldID, name: name, type: type())
        var column = Column(type: definition.type)
        var unfitTexts: [Int: String] = [:]
        for record in 0..<table.count {
            let value = value(for: definition.type)
            column.append(value)
            if case .unfit(let text) = value { unfitTexts[record] = text }
        }
        return FieldContents(definition, column: column, unfitTexts: unfitTexts)
    }

    mutating func chance(_ part: Int, in whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &self) < part
    }

    mutating func pick<Element>(_ choice: [Element]) -> Element {
        choice[Int.random(in: 0..<choice.count, using: &self)]
    }
}
