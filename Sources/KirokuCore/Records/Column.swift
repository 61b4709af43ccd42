/// The values of one field, of whichever type it is.
public enum Column: Sendable, Hashable {
    case int(NumberColumn<Int>)
    case float(NumberColumn<Double>)
    case bool(BoolColumn)
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

    mutating func insert(_ other: Column, at places: RecordIndexes) {
        precondition(type == other.type, "columns of different types")
        mutate(InsertCells(other: other, places: places))
    }

    mutating func remove(at places: RecordIndexes) -> Column {
        mutate(RemoveCells(places: places))
    }

    func reordered(_ order: [Int]) -> Column {
        switch self {
        case .int(let values): .int(values.reordered(order))
        case .float(let values): .float(values.reordered(order))
        case .bool(let values): .bool(values.reordered(order))
        case .string(let values): .string(values.reordered(order))
        }
    }
}

/// Something that is done to a typed column in place.
private protocol ColumnEdit {
    associatedtype Result

    func callAsFunction<Values: TypedColumn>(
        _ values: inout Values, _ wrap: (Values) -> Column
    ) -> Result
}

extension Column {
    /// Takes the typed column out, edits it and puts it back.
    ///
    /// In between, this enum holds nothing of it: a second reference would make the edit copy all its values.
    @discardableResult
    private mutating func mutate<Edit: ColumnEdit>(_ edit: Edit) -> Edit.Result {
        let whole = self
        self = .bool(BoolColumn())
        switch consume whole {
        case .int(var values):
            defer { self = .int(values) }
            return edit(&values, Column.int)
        case .float(var values):
            defer { self = .float(values) }
            return edit(&values, Column.float)
        case .bool(var values):
            defer { self = .bool(values) }
            return edit(&values, Column.bool)
        case .string(var values):
            defer { self = .string(values) }
            return edit(&values, Column.string)
        }
    }
}

private struct SetCell: ColumnEdit {
    let index: Int
    let value: CellValue

    func callAsFunction<Values: TypedColumn>(_ values: inout Values, _ wrap: (Values) -> Column) {
        values[index] = Values.Value(value)
    }
}

private struct AppendCell: ColumnEdit {
    let value: CellValue

    func callAsFunction<Values: TypedColumn>(_ values: inout Values, _ wrap: (Values) -> Column) {
        values.append(Values.Value(value))
    }
}

private struct Reserve: ColumnEdit {
    let capacity: Int

    func callAsFunction<Values: TypedColumn>(_ values: inout Values, _ wrap: (Values) -> Column) {
        values.reserveCapacity(capacity)
    }
}

private struct InsertCells: ColumnEdit {
    let other: Column
    let places: RecordIndexes

    func callAsFunction<Values: TypedColumn>(_ values: inout Values, _ wrap: (Values) -> Column) {
        guard let cells = Values.Value.values(of: other) as? Values else { return }
        values.insert(cells, at: places)
    }
}

private struct RemoveCells: ColumnEdit {
    let places: RecordIndexes

    func callAsFunction<Values: TypedColumn>(_ values: inout Values, _ wrap: (Values) -> Column) -> Column {
        wrap(values.remove(at: places))
    }
}
