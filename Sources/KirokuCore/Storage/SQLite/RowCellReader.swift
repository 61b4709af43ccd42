/// Takes the cells of one field from the rows of a statement and gathers them.
///
/// Other programs may write to the file too, and SQLite lets them put anything anywhere. What does not fit the field's
/// type is kept as unfit text, in its plain form; in a String field numbers become their text. Only binary data is
/// refused, because no text would stand for it truly.
protocol RowCellReader: AnyObject {
    /// All cells that were read.
    var cells: FieldCells { get }

    /// Reads the cell of the row the statement is at; `false`, with nothing read, if it holds binary data.
    func read(_ row: SQLiteStatement, of record: RecordID) -> Bool
}

extension FieldType {
    /// What reads a field of this type.
    ///
    /// - Parameters:
    ///   - column: the column of the statement that holds the field.
    ///   - capacity: how many records are expected.
    func reader(column: Int32, capacity: Int) -> any RowCellReader {
        switch self {
        case .int: TypedReader<Int>(column, capacity, Column.int)
        case .float: TypedReader<Double>(column, capacity, Column.float)
        case .bool: TypedReader<Bool>(column, capacity, Column.bool)
        case .string: TypedReader<String>(column, capacity, Column.string)
        }
    }
}

private final class TypedReader<Value: StoredValue>: RowCellReader {
    private var values = Value.Values()
    private var unfitTexts: [RecordID: String] = [:]
    private let column: Int32
    private let wrap: (Value.Values) -> Column

    init(_ column: Int32, _ capacity: Int, _ wrap: @escaping (Value.Values) -> Column) {
        self.column = column
        self.wrap = wrap
        values.reserveCapacity(capacity)
    }

    var cells: FieldCells { FieldCells(column: wrap(values), unfitTexts: unfitTexts) }

    func read(_ row: SQLiteStatement, of record: RecordID) -> Bool {
        let content = row.content(of: column)
        if Value.append(content, of: row, column, to: &values) { return true }
        guard content != .blob else { return false }
        values.append(nil)
        if content != .null { unfitTexts[record] = row.plainText(content, column) }
        return true
    }
}

/// A value that can be taken from a row.
private protocol StoredValue: FieldValue {
    /// Appends the content of a column if it is a value of this type, and says whether it was.
    static func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32, to values: inout Values
    ) -> Bool
}

extension Int: StoredValue {
    fileprivate static func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32, to values: inout Values
    ) -> Bool {
        guard content == .integer else { return false }
        values.append(Int(row.integer(column)))
        return true
    }
}

extension Double: StoredValue {
    fileprivate static func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32, to values: inout Values
    ) -> Bool {
        switch content {
        case .real:
            let number = row.real(column)
            guard number.isFinite else { return false }
            values.append(number)
        case .integer:
            guard let number = Double(exactly: row.integer(column)) else { return false }
            values.append(number)
        case .null, .text, .blob:
            return false
        }
        return true
    }
}

extension Bool: StoredValue {
    fileprivate static func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32, to values: inout Values
    ) -> Bool {
        guard content == .integer else { return false }
        switch row.integer(column) {
        case 0: values.append(false)
        case 1: values.append(true)
        default: return false
        }
        return true
    }
}

extension String: StoredValue {
    fileprivate static func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32, to values: inout Values
    ) -> Bool {
        switch content {
        case .text:
            let utf8 = row.utf8(column)
            if utf8.isValidUTF8 {
                values.append(validUTF8: utf8)
            } else {
                values.append(row.text(column))
            }
        case .integer, .real:
            values.append(row.plainText(content, column))
        case .null, .blob:
            return false
        }
        return true
    }
}

extension SQLiteStatement {
    /// The content as text, numbers in their plain form.
    fileprivate func plainText(_ content: Content, _ column: Int32) -> String {
        switch content {
        case .integer: String(integer(column))
        case .real: real(column).description
        case .null, .text, .blob: text(column)
        }
    }

    /// A cell that may hold anything, as a value for a field of `type`; `nil` if it is binary data.
    func value(_ column: Int32, for type: FieldType) -> CellValue? {
        let reader = type.reader(column: column, capacity: 1)
        let record = RecordID(rawValue: 1)
        guard reader.read(self, of: record) else { return nil }
        return reader.cells.value(at: 0, of: record)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are UTF-8.
    ///
    /// Eight at a time as long as they are ASCII.
    fileprivate var isValidUTF8: Bool {
        let raw = UnsafeRawBufferPointer(self)
        var start = 0
        while start + 8 <= count {
            if raw.loadUnaligned(fromByteOffset: start, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { break }
            start += 8
        }
        let rest = UnsafeBufferPointer(rebasing: self[start...])
        if rest.allSatisfy({ $0 < 0x80 }) { return true }
        return (try? UTF8Span(validating: rest.span)) != nil
    }
}
