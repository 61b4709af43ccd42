/// The values of one field, of whichever type it is.
public enum Column: Sendable, Hashable {
    /// Of a field that holds whole numbers.
    case int(NumberColumn<Int>)
    /// Of a field that holds floating-point numbers.
    case float(NumberColumn<Double>)
    /// Of a field that holds true and false.
    case bool(BoolColumn)
    /// Of a field that holds text.
    case string(StringColumn)

    /// A column without cells.
    public init(type: FieldType) {
        switch type {
        case .int: self = .int(NumberColumn())
        case .float: self = .float(NumberColumn())
        case .bool: self = .bool(BoolColumn())
        case .string: self = .string(StringColumn())
        }
    }

    /// The type of the field that this column can belong to.
    public var type: FieldType {
        switch self {
        case .int: .int
        case .float: .float
        case .bool: .bool
        case .string: .string
        }
    }

    /// How many records it has a cell for, empty ones included.
    public var count: Int {
        switch self {
        case .int(let values): values.count
        case .float(let values): values.count
        case .bool(let values): values.count
        case .string(let values): values.count
        }
    }

    /// The cell as a run-time value.
    ///
    /// Writing a value of another type, or unfit text, empties the cell.
    public subscript(index: Int) -> CellValue {
        get {
            switch self {
            case .int(let values): values[index].map(CellValue.int) ?? .empty
            case .float(let values): values[index].map(CellValue.float) ?? .empty
            case .bool(let values): values[index].map(CellValue.bool) ?? .empty
            case .string(let values): values[index].map(CellValue.string) ?? .empty
            }
        }
        set {
            mutate(SetCell(index: index, value: newValue))
        }
    }

    /// Appends a cell; a value of another type, or unfit text, becomes an empty one.
    public mutating func append(_ value: CellValue) {
        mutate(AppendCell(value: value))
    }

    /// Makes room for `capacity` records in all, so that appending up to there moves no cells.
    public mutating func reserveCapacity(_ capacity: Int) {
        mutate(Reserve(capacity: capacity))
    }

    /// Puts the cells of a column of the same type behind these.
    mutating func append(_ other: Column) {
        precondition(type == other.type, "columns of different types")
        mutate(AppendCells(other: other))
    }

    mutating func insert(_ other: Column, at places: RecordIndexes) {
        precondition(type == other.type, "columns of different types")
        mutate(InsertCells(other: other, places: places))
    }

    mutating func remove(at places: RecordIndexes) {
        mutate(RemoveCells(places: places))
    }

    func picked(at places: RecordIndexes) -> Column {
        switch self {
        case .int(let values): .int(values.picked(at: places))
        case .float(let values): .float(values.picked(at: places))
        case .bool(let values): .bool(values.picked(at: places))
        case .string(let values): .string(values.picked(at: places))
        }
    }
}

/// Something that is done to a typed column in place.
private protocol ColumnEdit {
    func callAsFunction<Values: TypedColumn>(_ values: inout Values)
}

extension Column {
    /// Takes the typed column out, edits it and puts it back.
    ///
    /// In between, this enum holds nothing of it: a second reference would make the edit copy all its values.
    private mutating func mutate(_ edit: some ColumnEdit) {
        let whole = self
        self = .bool(BoolColumn())
        switch consume whole {
        case .int(var values):
            edit(&values)
            self = .int(values)
        case .float(var values):
            edit(&values)
            self = .float(values)
        case .bool(var values):
            edit(&values)
            self = .bool(values)
        case .string(var values):
            edit(&values)
            self = .string(values)
        }
    }
}

private struct SetCell: ColumnEdit {
    let index: Int
    let value: CellValue

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        values[index] = Values.Value(value)
    }
}

private struct AppendCell: ColumnEdit {
    let value: CellValue

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        values.append(Values.Value(value))
    }
}

private struct Reserve: ColumnEdit {
    let capacity: Int

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        values.reserveCapacity(capacity)
    }
}

private struct AppendCells: ColumnEdit {
    let other: Column

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        guard let cells = Values.Value.values(of: other) as? Values else { return }
        values.append(contentsOf: cells)
    }
}

private struct InsertCells: ColumnEdit {
    let other: Column
    let places: RecordIndexes

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        guard let cells = Values.Value.values(of: other) as? Values else { return }
        values.insert(cells, at: places)
    }
}

private struct RemoveCells: ColumnEdit {
    let places: RecordIndexes

    func callAsFunction<Values: TypedColumn>(_ values: inout Values) {
        values.remove(at: places)
    }
}
