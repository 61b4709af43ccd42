/// What there is to resolve in a document, and where it is.
public struct OpenConflicts: Sendable {
    /// All of them, the oldest first.
    public private(set) var list: [EditConflict]
    /// Where the first one is, of each cell, of each record as a whole, and of each field as a whole.
    private let ofCell: [CellID: Int]
    private let ofRecord: [RecordID: Int]
    private let ofField: [FieldID: Int]

    /// None.
    public init() { self.init([]) }

    /// These, the oldest first.
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

    /// What is open of a cell.
    public func conflict(in record: RecordID, _ field: FieldID) -> EditConflict? {
        ofCell[CellID(record: record, field: field)].map { list[$0] }
    }

    /// What is open of a record and belongs to none of its cells.
    public func conflict(of record: RecordID) -> EditConflict? { ofRecord[record].map { list[$0] } }

    /// What there is to resolve at a cell: of the cell, of its record, or of its field.
    public func conflict(at record: RecordID, _ field: FieldID) -> EditConflict? {
        if list.isEmpty { return nil }
        return conflict(in: record, field) ?? conflict(of: record) ?? conflict(of: field)
    }

    /// What is open of a field as a whole.
    public func conflict(of field: FieldID) -> EditConflict? { ofField[field].map { list[$0] } }

    /// The records that others have deleted while they were edited here.
    public var lost: [EditConflict] { list.filter { $0.lost != nil } }

    /// The cells of a table in which edits are open; for a whole record or field, its first cell.
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
