/// The edits of a document that were left out and are not decided yet, and where they are.
public struct LeftOutEdits: Sendable {
    /// All of them, the oldest first.
    public private(set) var list: [EditConflict]
    private let byRecord: [RecordID: [Int]]
    private let byField: [FieldID: [Int]]

    /// None.
    public init() { self.init([]) }

    /// These, the oldest first.
    public init(_ list: [EditConflict]) {
        self.list = list
        var byRecord: [RecordID: [Int]] = [:]
        var byField: [FieldID: [Int]] = [:]
        for (index, conflict) in list.enumerated() {
            if let record = conflict.record {
                byRecord[record, default: []].append(index)
            } else if let field = conflict.field {
                byField[field, default: []].append(index)
            }
        }
        self.byRecord = byRecord
        self.byField = byField
    }

    /// Whether there are none.
    public var isEmpty: Bool { list.isEmpty }

    /// The edit of a cell that was left out.
    public func conflict(in record: RecordID, _ field: FieldID) -> EditConflict? {
        byRecord[record]?.lazy.map { list[$0] }.first { $0.reason == .cellChanged && $0.field == field }
    }

    /// What was left out of a record and belongs to none of its cells.
    public func conflict(of record: RecordID) -> EditConflict? {
        byRecord[record]?.lazy.map { list[$0] }.first { $0.reason != .cellChanged }
    }

    /// What there is to decide at a cell: of the cell, of its record, or of its field.
    public func conflict(at record: RecordID, _ field: FieldID) -> EditConflict? {
        if list.isEmpty { return nil }
        return conflict(in: record, field) ?? conflict(of: record) ?? conflict(of: field)
    }

    /// What was left out of a field as a whole.
    public func conflict(of field: FieldID) -> EditConflict? { byField[field]?.first.map { list[$0] } }

    /// The records that others have deleted while they were edited here.
    public var lost: [EditConflict] { list.filter { $0.lost != nil } }

    /// The cells of a table in which edits were left out; for a whole record or field, its first cell.
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
