/// The values of one field of any type.
public enum Column: Sendable, Hashable {
    /// Of a field that holds whole numbers.
    case int(FixedColumn<Int>)
    /// Of a field that holds floating-point numbers.
    case float(FixedColumn<Double>)
    /// Of a field that holds true and false.
    case bool(BoolColumn)
    /// Of a field that holds text.
    case string(StringColumn)
    /// Of a field that holds dates.
    case date(FixedColumn<CalendarDate>)
    /// Of a field that holds times of the day.
    case time(FixedColumn<TimeOfDay>)
    /// Of a field that holds dates with times.
    case dateAndTime(FixedColumn<DateAndTime>)
    /// Of a field that holds exact decimal numbers.
    case decimal(DecimalColumn)
    /// Of a field that holds one of its choices.
    case choice(CodedColumn<Choice>)
    /// Of a field that holds several of its choices.
    case choices(CodedColumn<Choices>)
    /// Of a field that holds ratings.
    case rating(FixedColumn<Rating>)
    /// Of a field that holds lengths of time.
    case duration(FixedColumn<TimeSpan>)
}

/// An operation that reads a column of any type.
///
/// It is compiled for each type, so that its loops are as fast as for that type alone.
protocol ColumnVisitor {
    associatedtype Result

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> Result
}

/// An operation that changes a typed column in place.
private protocol ColumnEdit {
    func callAsFunction<Values: TypedColumn>(_ values: inout Values)
}

extension Column {
    /// Passes the typed column and its witness to `visitor`.
    @inline(__always)
    func visited<Visitor: ColumnVisitor>(by visitor: Visitor) -> Visitor.Result {
        switch self {
        case .int(let values): visitor.visit(values, IntKind.self)
        case .float(let values): visitor.visit(values, FloatKind.self)
        case .bool(let values): visitor.visit(values, BoolKind.self)
        case .string(let values): visitor.visit(values, StringKind.self)
        case .date(let values): visitor.visit(values, DateKind.self)
        case .time(let values): visitor.visit(values, TimeKind.self)
        case .dateAndTime(let values): visitor.visit(values, DateAndTimeKind.self)
        case .decimal(let values): visitor.visit(values, DecimalKind.self)
        case .choice(let values): visitor.visit(values, ChoiceKind.self)
        case .choices(let values): visitor.visit(values, ChoicesKind.self)
        case .rating(let values): visitor.visit(values, RatingKind.self)
        case .duration(let values): visitor.visit(values, DurationKind.self)
        }
    }

    /// Takes the typed column out, edits it and puts it back.
    ///
    /// Meanwhile this enum holds no reference to it, because a second reference would make the edit copy all values.
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
        case .date(var values):
            edit(&values)
            self = .date(values)
        case .time(var values):
            edit(&values)
            self = .time(values)
        case .dateAndTime(var values):
            edit(&values)
            self = .dateAndTime(values)
        case .decimal(var values):
            edit(&values)
            self = .decimal(values)
        case .choice(var values):
            edit(&values)
            self = .choice(values)
        case .choices(var values):
            edit(&values)
            self = .choices(values)
        case .rating(var values):
            edit(&values)
            self = .rating(values)
        case .duration(var values):
            edit(&values)
            self = .duration(values)
        }
    }
}

extension Column {
    /// A column without cells.
    public init(type: FieldType) {
        self = type.kind.emptyColumn
    }

    /// The type of the field that this column can belong to.
    public var type: FieldType { visited(by: TypeOfColumn()) }

    /// How many records it has a cell for, empty ones included.
    public var count: Int { visited(by: CountOfColumn()) }

    /// About how many bytes of memory the cells take.
    package var memorySize: Int { visited(by: MemoryOfColumn()) }

    /// The cell as a value of any type.
    ///
    /// Writing a value of another type, or unfit text, empties the cell.
    public subscript(index: Int) -> CellValue {
        get { visited(by: CellOfColumn(index: index)) }
        set { mutate(SetCell(index: index, value: newValue)) }
    }

    /// The cells that differ from those of a column of the same type.
    ///
    /// - Parameters:
    ///   - pairs: for each cell, the index of the cell to compare it with; −1 for none.
    ///   - isStopped: called now and then; returns whether to end early.
    package func indexes(differingFrom other: Column, at pairs: [Int], isStopped: () -> Bool) -> [Int] {
        withoutActuallyEscaping(isStopped) {
            visited(by: DifferingCells(other: other, pairs: pairs, isStopped: $0))
        }
    }

    /// Whether the cell holds a value.
    package func isFilled(_ index: Int) -> Bool { visited(by: IsFilled(index: index)) }

    /// Which of the 64 records from `64 * index` on have a value, the first in the lowest bit.
    func filledWord(at index: Int) -> UInt64 { visited(by: FilledWord(index: index)) }

    /// Appends a cell; a value of another type, or unfit text, becomes an empty one.
    public mutating func append(_ value: CellValue) {
        mutate(AppendCell(value: value))
    }

    /// Makes room for `capacity` records in all, so that appending up to there moves no cells.
    public mutating func reserveCapacity(_ capacity: Int) {
        mutate(Reserve(capacity: capacity))
    }

    /// Appends the cells of a column of the same type.
    package mutating func append(_ other: Column) {
        precondition(type == other.type, "columns of different types")
        mutate(AppendCells(other: other))
    }

    package mutating func insert(_ other: Column, at places: RecordIndexes) {
        precondition(type == other.type, "columns of different types")
        mutate(InsertCells(other: other, places: places))
    }

    package mutating func remove(at places: RecordIndexes) {
        mutate(RemoveCells(places: places))
    }

    package func picked(at places: RecordIndexes) -> Column { visited(by: PickCells(places: places)) }
}

private struct TypeOfColumn: ColumnVisitor {
    typealias Result = FieldType

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> FieldType { Kind.Value.fieldType }
}

private struct MemoryOfColumn: ColumnVisitor {
    typealias Result = Int

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> Int { values.memorySize }
}

private struct CountOfColumn: ColumnVisitor {
    typealias Result = Int

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> Int { values.count }
}

private struct CellOfColumn: ColumnVisitor {
    typealias Result = CellValue

    let index: Int

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> CellValue {
        values[index]?.cellValue ?? .empty
    }
}

extension Column {
    /// The cells in another order, by their indexes.
    func ordered(_ indexes: [Int]) -> Column {
        var ordered = Column(type: type)
        ordered.reserveCapacity(indexes.count)
        for index in indexes { ordered.append(self[index]) }
        return ordered
    }
}

private struct IsFilled: ColumnVisitor {
    typealias Result = Bool

    let index: Int

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> Bool {
        Kind.isFilled(values, index)
    }
}

private struct FilledWord: ColumnVisitor {
    typealias Result = UInt64

    let index: Int

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> UInt64 {
        Kind.filledWord(of: values, at: index)
    }
}

private struct DifferingCells: ColumnVisitor {
    typealias Result = [Int]

    let other: Column
    let pairs: [Int]
    let isStopped: () -> Bool

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> [Int] {
        guard let others = Kind.Value.values(of: other) else { return [] }
        var found: [Int] = []
        for index in pairs.indices where pairs[index] >= 0 {
            if index & 0xfff == 0, isStopped() { break }
            if values.differs(at: index, from: others, at: pairs[index]) { found.append(index) }
        }
        return found
    }
}

private struct PickCells: ColumnVisitor {
    typealias Result = Column

    let places: RecordIndexes

    func visit<Kind: FieldKind>(_ values: Kind.Value.Values, _ kind: Kind.Type) -> Column {
        Kind.Value.column(of: values.picked(at: places))
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
