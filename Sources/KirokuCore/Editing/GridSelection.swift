/// The cursor of a grid, and the cells that are selected with it (pure: what the keys mean, without a toolkit).
///
/// The selection is the rectangle between the anchor and the cursor; mostly both are the same cell.
public struct GridSelection: Sendable, Hashable {
    /// The cell that keys go to and typing edits.
    public private(set) var cursor = CellPlace(record: 0, field: 0)
    /// The corner of the selection that stays when it is extended.
    public private(set) var anchor = CellPlace(record: 0, field: 0)

    /// The first cell of a table, alone.
    public init() {}

    /// The selected records, by index.
    public var records: ClosedRange<Int> {
        min(cursor.record, anchor.record)...max(cursor.record, anchor.record)
    }

    /// The selected fields, by index.
    public var fields: ClosedRange<Int> {
        min(cursor.field, anchor.field)...max(cursor.field, anchor.field)
    }

    /// Whether the cell is one of the selected ones.
    public func contains(_ place: CellPlace) -> Bool {
        records.contains(place.record) && fields.contains(place.field)
    }

    /// Whether nothing but the cursor's cell is selected.
    public var isSingleCell: Bool { cursor == anchor }

    /// Puts the cursor on a cell; with `extending`, the anchor stays and everything in between is selected.
    public mutating func go(to place: CellPlace, extending: Bool = false, in size: GridSize) {
        cursor = size.nearest(to: place)
        if !extending { anchor = cursor }
    }

    /// Selects whole records.
    public mutating func select(records: ClosedRange<Int>, in size: GridSize) {
        anchor = size.nearest(to: CellPlace(record: records.lowerBound, field: size.fields - 1))
        cursor = size.nearest(to: CellPlace(record: records.upperBound, field: 0))
    }

    /// Moves the cursor as a key says.
    public mutating func move(_ step: GridStep, extending: Bool = false, in size: GridSize) {
        go(to: step.destination(from: cursor, in: size), extending: extending, in: size)
    }

    /// Keeps cursor and anchor on cells that exist.
    public mutating func fit(_ size: GridSize) {
        cursor = size.nearest(to: cursor)
        anchor = size.nearest(to: anchor)
    }
}

/// How many records and fields there are to move about in.
public struct GridSize: Sendable, Hashable {
    /// Rows of the grid; 0 in an empty table.
    public let records: Int
    /// Columns of the grid.
    public let fields: Int

    /// The size of a table with so many records and fields.
    public init(records: Int, fields: Int) {
        self.records = records
        self.fields = fields
    }

    /// The cell itself, or the nearest one that exists.
    ///
    /// In an empty table that is cell 0, 0.
    public func nearest(to place: CellPlace) -> CellPlace {
        CellPlace(
            record: max(0, min(place.record, records - 1)),
            field: max(0, min(place.field, fields - 1)))
    }

    /// Whether there is such a cell.
    public func contains(_ place: CellPlace) -> Bool {
        (0..<records).contains(place.record) && (0..<fields).contains(place.field)
    }
}

/// Where a key takes the cursor, as in the spreadsheets people know.
public enum GridStep: Sendable, Hashable {
    case left, right, up, down
    case recordStart, recordEnd
    case tableStart, tableEnd
    case firstRecord, lastRecord
    /// So many records up or down.
    case page(Int)
    /// As Tab goes: to the right, then to the first field of the next record.
    case next
    case previous

    func destination(from cell: CellPlace, in size: GridSize) -> CellPlace {
        let lastField = size.fields - 1
        let lastRecord = size.records - 1
        return switch self {
        case .left: CellPlace(record: cell.record, field: cell.field - 1)
        case .right: CellPlace(record: cell.record, field: cell.field + 1)
        case .up: CellPlace(record: cell.record - 1, field: cell.field)
        case .down: CellPlace(record: cell.record + 1, field: cell.field)
        case .recordStart: CellPlace(record: cell.record, field: 0)
        case .recordEnd: CellPlace(record: cell.record, field: lastField)
        case .tableStart: CellPlace(record: 0, field: 0)
        case .tableEnd: CellPlace(record: lastRecord, field: lastField)
        case .firstRecord: CellPlace(record: 0, field: cell.field)
        case .lastRecord: CellPlace(record: lastRecord, field: cell.field)
        case .page(let records): CellPlace(record: cell.record + records, field: cell.field)
        case .next where cell.field < lastField: CellPlace(record: cell.record, field: cell.field + 1)
        case .next where cell.record < lastRecord: CellPlace(record: cell.record + 1, field: 0)
        case .previous where cell.field > 0: CellPlace(record: cell.record, field: cell.field - 1)
        case .previous where cell.record > 0: CellPlace(record: cell.record - 1, field: lastField)
        case .next, .previous: cell
        }
    }
}
