/// Gathers the rows of a statement in columns of the fields' types.
///
/// No cell becomes a ``CellValue`` on its way.
///
/// Other programs may write to the file too, and SQLite lets them put anything anywhere. What does not fit the field's
/// type is kept as unfit text, in its plain form; in a String field numbers become their text. Only binary data is
/// refused, because no text would stand for it truly.
struct RowReader {
    private var ints: [NumberColumn<Int>] = []
    private var floats: [NumberColumn<Double>] = []
    private var bools: [BoolColumn] = []
    private var strings: [StringColumn] = []
    private var fields: [Place] = []
    private var unfitTexts: [[RecordID: String]]

    /// Where the cells of a field come from and go to.
    private struct Place {
        let type: FieldType
        /// The column of the statement.
        let column: Int32
        /// The index in the array for the type.
        let slot: Int
    }

    /// - Parameters:
    ///   - types: the types of the fields, which are in the statement's columns from `firstColumn` on.
    ///   - capacity: how many records are expected.
    init(types: [FieldType], firstColumn: Int32, capacity: Int) {
        unfitTexts = Array(repeating: [:], count: types.count)
        for (index, type) in types.enumerated() {
            fields.append(Place(type: type, column: firstColumn + Int32(index), slot: addColumn(type, capacity)))
        }
    }

    private mutating func addColumn(_ type: FieldType, _ capacity: Int) -> Int {
        switch type {
        case .int: ints.append(capacity: capacity)
        case .float: floats.append(capacity: capacity)
        case .bool: bools.append(capacity: capacity)
        case .string: strings.append(capacity: capacity)
        }
    }

    /// Reads the cells of the row the statement is at.
    ///
    /// Returns the first field that holds binary data, if there is one. The columns are of no use then.
    mutating func read(_ row: SQLiteStatement, of record: RecordID) -> Int? {
        for index in fields.indices {
            let field = fields[index]
            let content = row.content(of: field.column)
            let fits =
                switch field.type {
                case .int: ints[field.slot].append(content, of: row, field.column)
                case .float: floats[field.slot].append(content, of: row, field.column)
                case .bool: bools[field.slot].append(content, of: row, field.column)
                case .string: strings[field.slot].append(content, of: row, field.column)
                }
            if fits || content == .null { continue }
            if content == .blob { return index }
            unfitTexts[index][record] = row.plainText(content, field.column)
        }
        return nil
    }

    /// The cells of each field that was read.
    var cells: [FieldCells] {
        zip(fields, unfitTexts).map { field, texts in
            switch field.type {
            case .int: FieldCells(column: .int(ints[field.slot]), unfitTexts: texts)
            case .float: FieldCells(column: .float(floats[field.slot]), unfitTexts: texts)
            case .bool: FieldCells(column: .bool(bools[field.slot]), unfitTexts: texts)
            case .string: FieldCells(column: .string(strings[field.slot]), unfitTexts: texts)
            }
        }
    }
}

extension Array where Element: TypedColumn {
    /// Appends a column with room for as many cells, and returns its index.
    fileprivate mutating func append(capacity: Int) -> Int {
        var column = Element()
        column.reserveCapacity(capacity)
        append(column)
        return count - 1
    }
}

// Each of these appends the content of a statement's column, or an empty cell where that is of another type, and says
// whether it was of the right one.

extension NumberColumn<Int> {
    fileprivate mutating func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32
    ) -> Bool {
        let number = content == .integer ? Int(row.integer(column)) : nil
        append(number)
        return number != nil
    }
}

extension NumberColumn<Double> {
    fileprivate mutating func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32
    ) -> Bool {
        let number: Double? =
            switch content {
            case .real: row.real(column)
            case .integer: Double(exactly: row.integer(column))
            case .null, .text, .blob: nil
            }
        let finite = number.flatMap { $0.isFinite ? $0 : nil }
        append(finite)
        return finite != nil
    }
}

extension BoolColumn {
    fileprivate mutating func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32
    ) -> Bool {
        let number = content == .integer ? row.integer(column) : -1
        let flag = number == 0 || number == 1 ? number == 1 : nil
        append(flag)
        return flag != nil
    }
}

extension StringColumn {
    fileprivate mutating func append(
        _ content: SQLiteStatement.Content, of row: SQLiteStatement, _ column: Int32
    ) -> Bool {
        switch content {
        case .text:
            let utf8 = row.utf8(column)
            if utf8.isValidUTF8 { append(validUTF8: utf8) } else { append(row.text(column)) }
        case .integer, .real:
            append(row.plainText(content, column))
        case .null, .blob:
            append(nil)
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

    /// One cell as a value for a field of `type`; `nil` if it is binary data.
    func value(_ column: Int32, for type: FieldType) -> CellValue? {
        var reader = RowReader(types: [type], firstColumn: column, capacity: 1)
        let record = RecordID(rawValue: 1)
        guard reader.read(self, of: record) == nil else { return nil }
        return reader.cells.first?.value(at: 0, of: record)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are UTF-8.
    ///
    /// Most texts are ASCII, which is told eight bytes at a time.
    fileprivate var isValidUTF8: Bool {
        let raw = UnsafeRawBufferPointer(self)
        var start = 0
        while start + 8 <= count {
            if raw.loadUnaligned(fromByteOffset: start, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { break }
            start += 8
        }
        while start < count, self[start] < 0x80 { start += 1 }
        return start == count || (try? UTF8Span(validating: UnsafeBufferPointer(rebasing: self[start...]).span)) != nil
    }
}
