@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What edits have done in between, which the table after them does not show.
struct OwnEdits {
    /// The values that cells got, one after another.
    private(set) var entered: [CellID: Set<CellValue>] = [:]
    /// The texts that cells got, but for those that they had before.
    private(set) var texts: Set<String> = []
    /// The texts that came with each field that has taken the place of none, as when undo has brought it back.
    private(set) var carried: [FieldID: Set<String>] = [:]
    /// The records that were put in, and may be the same in another copy of the file.
    private(set) var added: Set<RecordID> = []
    /// The records that were deleted, as they were then.
    private(set) var deleted: [RecordID: RecordTable] = [:]
    /// The fields that were put in, and may have been there before, or be gone again.
    private(set) var brought: Set<FieldID> = []
    /// The fields that were removed, as they were then.
    private(set) var taken: [FieldID: FieldDefinition] = [:]
    /// What was in the cells of fields that were removed.
    private(set) var removed: [CellID: Set<CellValue>] = [:]
    /// Where records were before they were moved.
    private(set) var movedFrom: [RecordID: Place] = [:]
    /// What each cell held before it was set.
    private(set) var first: [CellID: CellValue] = [:]

    init(_ changes: [Change]) {
        for part in changes.flatMap(\.flattened) { add(part) }
    }

    /// Whether a cell was set, and has not only come with its record or field.
    func hasSet(_ record: RecordID, _ field: FieldID) -> Bool { first[CellID(record: record, field: field)] != nil }

    private mutating func add(_ part: Change) {
        switch part {
        case .setCells(let cells): for cell in cells { set(cell) }
        case .insertRecords(let records):
            added.formUnion(records.ids)
            texts.formUnion(records.cellTexts)
            for (place, field) in records.schema.fields.enumerated() {
                for (index, id) in records.ids.enumerated() {
                    entered[CellID(record: id, field: field.id), default: []].insert(records[index, place])
                }
            }
        case .deleteRecords(let records): for id in records.ids { deleted[id] = records }
        case .changeFields(let change):
            for contents in change.removed {
                taken[contents.definition.id] = contents.definition
                note(contents, in: \.removed)
            }
            for contents in change.inserted {
                brought.insert(contents.definition.id)
                note(contents, in: \.entered)
                let id = contents.definition.id
                if change.replaced.contains(where: { $0.new == id }) { continue }
                for index in contents.records.indices {
                    carried[id, default: []].insert(contents.value(at: index).played)
                }
            }
        case .setPlaces(let places):
            for change in places where movedFrom[change.record] == nil { movedFrom[change.record] = change.base }
        case .sequence: break
        }
    }

    private mutating func set(_ cell: CellChange) {
        entered[cell.cell, default: []].insert(cell.value)
        let before = first[cell.cell] ?? cell.base
        first[cell.cell] = before
        if cell.value != before { texts.insert(cell.value.played) }
    }

    private mutating func note(
        _ contents: FieldContents, in values: WritableKeyPath<Self, [CellID: Set<CellValue>]>
    ) {
        for (index, id) in contents.records.enumerated() {
            let cell = CellID(record: id, field: contents.definition.id)
            self[keyPath: values][cell, default: []].insert(contents.value(at: index))
        }
    }
}
