@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// All there is to a table, compared bit by bit: where `==` of tables finds -0.0 equal to 0.0, "é" equal to "e" with an
/// accent, and does not look at identities and places, this does.
struct ExactTable: Equatable {
    private let schema: Schema
    private let ids: [RecordID]
    private let places: [Place]
    private let cells: [[ExactCell]]

    init(_ table: RecordTable) {
        schema = table.schema
        ids = table.ids
        places = table.ids.map { table.place(of: $0) }
        cells = (0..<table.count).map { record in
            table.schema.fields.indices.map { ExactCell(table[record, $0]) }
        }
    }
}

/// The same without the number of the next field, which is never taken back.
struct ExactRecords: Equatable {
    private let fields: [FieldDefinition]
    private let ids: [RecordID]
    private let places: [Place]
    private let cells: [[ExactCell]]

    init(_ table: RecordTable) {
        fields = table.schema.fields
        ids = table.ids
        places = table.ids.map { table.place(of: $0) }
        cells = (0..<table.count).map { record in
            table.schema.fields.indices.map { ExactCell(table[record, $0]) }
        }
    }
}

private enum ExactCell: Equatable {
    case empty
    case int(Int)
    case float(UInt64)
    case bool(Bool)
    case string([UInt8])
    case date(CalendarDate)
    case time(TimeOfDay)
    case dateAndTime(DateAndTime)
    case decimal(DecimalNumber)
    case choice([UInt8])
    case choices([UInt8])
    case rating(Rating)
    case duration(TimeSpan)
    case unfit([UInt8])

    init(_ value: CellValue) {
        self =
            switch value {
            case .empty: .empty
            case .int(let number): .int(number)
            case .float(let number): .float(number.bitPattern)
            case .bool(let flag): .bool(flag)
            case .string(let text): .string(Array(text.utf8))
            case .date(let date): .date(date)
            case .time(let time): .time(time)
            case .dateAndTime(let moment): .dateAndTime(moment)
            case .decimal(let number): .decimal(number)
            case .choice(let choice): .choice(Array(choice.text.utf8))
            case .choices(let choices): .choices(Array(choices.text.utf8))
            case .rating(let rating): .rating(rating)
            case .duration(let span): .duration(span)
            case .unfit(let text): .unfit(Array(text.utf8))
            }
    }
}
