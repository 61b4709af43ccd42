/// The conflicts to resolve in a document, and where they are.
public struct OpenConflicts: Sendable {
    /// All conflicts, the oldest first.
    public private(set) var list: [EditConflict]
    /// Indexes in ``list``: the first conflict of each cell, of each record as a whole, and of each field as a whole.
    private let ofCell: [CellID: Int]
    private let ofRecord: [RecordID: Int]
    private let ofField: [FieldID: Int]

    /// No conflicts.
    public init() { self.init([]) }

    /// These conflicts, the oldest first.
    public init(_ list: [EditConflict]) {
        self.list = list
        var ofCell: [CellID: Int] = [:]
        var ofRecord: [RecordID: Int] = [:]
        var ofField: [FieldID: Int] = [:]
        for (index, conflict) in list.enumerated().reversed() {
            switch (conflict.record, conflict.field) {
            case (let record?, let field?) where conflict.reason == .cellChanged:
                ofCell[CellID(record: record, field: field)] = index
            case (let record?, _) where conflict.reason != .cellChanged: ofRecord[record] = index
            case (nil, let field?): ofField[field] = index
            default: break
            }
        }
        (self.ofCell, self.ofRecord, self.ofField) = (ofCell, ofRecord, ofField)
    }

    /// Whether there are none.
    public var isEmpty: Bool { list.isEmpty }

    /// The conflict of a cell.
    public func conflict(in record: RecordID, _ field: FieldID) -> EditConflict? {
        ofCell[CellID(record: record, field: field)].map { list[$0] }
    }

    /// The conflict of a record as a whole, not of one of its cells.
    public func conflict(of record: RecordID) -> EditConflict? { ofRecord[record].map { list[$0] } }

    /// The conflict to show at a cell: that of the cell, of its record, or of its field.
    public func conflict(at record: RecordID, _ field: FieldID) -> EditConflict? {
        if list.isEmpty { return nil }
        return conflict(in: record, field) ?? conflict(of: record) ?? conflict(of: field)
    }

    /// The conflict of a field as a whole.
    public func conflict(of field: FieldID) -> EditConflict? { ofField[field].map { list[$0] } }

    /// The records that others have deleted while they were edited here.
    public var lost: [EditConflict] { list.filter { $0.lost != nil } }

    /// The cells of a table with open edits; for a whole record or field, its first cell.
    public func cells(in table: RecordTable) -> [CellPosition] {
        list.compactMap { conflict in
            if conflict.record == nil, table.count > 0 {
                return conflict.field.flatMap { table.schema.index(of: $0) }.map { CellPosition(record: 0, field: $0) }
            }
            guard let index = conflict.record.flatMap({ table.index(of: $0) }) else { return nil }
            guard conflict.reason == .cellChanged else { return CellPosition(record: index, field: 0) }
            return conflict.field.flatMap { table.schema.index(of: $0) }
                .map { CellPosition(record: index, field: $0) }
        }
    }
}
