/// Gathers the rows of a statement in columns of the fields' types.
///
/// No cell becomes a ``CellValue`` on its way.
///
/// Other programs may write to the file too, and SQLite lets them put anything anywhere. What does not fit the field's
/// type is kept as unfit text, in its plain form; in a String field numbers become their text. Only binary data is
/// refused, because no text would stand for it truly.
struct RowReader: ~Copyable {
    private var ints: [NumberColumn<Int>] = []
    private var floats: [NumberColumn<Double>] = []
    private var bools: [BoolColumn] = []
    /// Not in an array, because a builder cannot be copied.
    private let strings: UnsafeMutablePointer<StringColumnBuilder>
    private var stringCount = 0
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
        strings = .allocate(capacity: types.count)
        for (index, type) in types.enumerated() {
            fields.append(Place(type: type, column: firstColumn + Int32(index), slot: addColumn(type, capacity)))
        }
    }

    deinit {
        strings.deinitialize(count: stringCount)
        strings.deallocate()
    }

    private mutating func addColumn(_ type: FieldType, _ capacity: Int) -> Int {
        switch type {
        case .int: ints.append(capacity: capacity)
        case .float: floats.append(capacity: capacity)
        case .bool: bools.append(capacity: capacity)
        case .string: addStrings(capacity)
        }
    }

    private mutating func addStrings(_ capacity: Int) -> Int {
        (strings + stringCount).initialize(to: StringColumnBuilder(capacity: capacity))
        stringCount += 1
        return stringCount - 1
    }

    /// Reads the cells of the row the statement is at.
    ///
    /// Returns the first field that holds binary data, if there is one. The columns are of no use then.
    mutating func read(_ row: SQLiteStatement, of record: RecordID) -> Int? {
        for index in fields.indices {
            let field = fields[index]
            let value = row[field.column]
            let content = value.content
            let fits =
                switch field.type {
                case .int: ints[field.slot].append(value, content)
                case .float: floats[field.slot].append(value, content)
                case .bool: bools[field.slot].append(value, content)
                case .string: strings[field.slot].append(value, content)
                }
            if fits || content == .null { continue }
            if content == .blob { return index }
            unfitTexts[index][record] = value.plainText
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
            case .string: FieldCells(column: .string(strings[field.slot].finished()), unfitTexts: texts)
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

// Each of these appends a value, or an empty cell where that is of another type, and says
// whether it was of the right one.

extension NumberColumn<Int> {
    fileprivate mutating func append(_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool {
        let number = content == .integer ? Int(value.integer) : nil
        append(number)
        return number != nil
    }
}

extension NumberColumn<Double> {
    fileprivate mutating func append(_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool {
        let number: Double? =
            switch content {
            case .real: value.real
            case .integer: Double(exactly: value.integer)
            case .null, .text, .blob: nil
            }
        let finite = number.flatMap { $0.isFinite ? $0 : nil }
        append(finite)
        return finite != nil
    }
}

extension BoolColumn {
    fileprivate mutating func append(_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool {
        let number = content == .integer ? value.integer : -1
        let flag = number == 0 || number == 1 ? number == 1 : nil
        append(flag)
        return flag != nil
    }
}

extension StringColumnBuilder {
    fileprivate mutating func append(_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool {
        switch content {
        case .text:
            let utf8 = value.utf8
            if UTF8Check.firstInvalidByte(utf8) == nil { append(validUTF8: utf8) } else { append(value.text) }
        case .integer, .real:
            append(value.plainText)
        case .null, .blob:
            appendEmpty()
            return false
        }
        return true
    }
}

extension SQLiteValue {
    /// The content as text, numbers in their plain form.
    fileprivate var plainText: String {
        switch content {
        case .integer: String(integer)
        case .real: real.plainText
        case .null, .text, .blob: text
        }
    }
}

extension SQLiteStatement {
    /// One cell of the row, as a value for a field of `type`; `nil` if it is binary data.
    func value(_ column: Int32, for type: FieldType) -> CellValue? {
        var reader = RowReader(types: [type], firstColumn: column, capacity: 1)
        let record = RecordID(rawValue: 1)
        guard reader.read(self, of: record) == nil else { return nil }
        return reader.cells.first?.value(at: 0, of: record)
    }
}
