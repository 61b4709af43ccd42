/// Changes that were made in one table, made again in another one as far as nothing of that is lost: the one rule for
/// what becomes of edits when others have changed something.
///
/// Each part of a change is compared with what is there: a cell, a record, a place, a property of a field. If that is
/// what the part replaces, the part is made; if it is what the part wants already, there is nothing to do; if it is
/// anything else, the part is not made. A part is not made either if what was there before any of the changes is not
/// there now: it would overwrite another user's change that looks like an earlier one of these.
///
/// Each change stays one of its own (``made``). What all of them come to and is not in ``table`` afterwards is ``open``,
/// so nothing can get lost between the two.
package struct Merge: Sendable {
    /// What has become of one of the changes.
    package struct Made: Sendable {
        /// As it was made; `nil` if nothing of it was.
        package let applied: AppliedChange?
        /// Whether it is the same as before.
        package let isWhole: Bool
    }

    /// The other table, with what was made.
    package private(set) var table: RecordTable
    /// What has become of each change.
    package private(set) var made: [Made] = []
    /// What was not made, in the order of records and fields.
    package var open: [EditConflict] = []
    /// What all changes come to.
    let net: NetChange
    /// The table in which they were made; `nil` if it is not to be looked up there what is in a record that is gone.
    package let mine: RecordTable?
    /// The fields of the other table.
    package let theirs: Schema
    /// The new records that the other table had already.
    package let known: Set<RecordID>
    /// Which field of the other table has taken the place of another one, with another type.
    let successors: [FieldID: FieldID]
    /// The identifiers of fields whose own have been given to other fields.
    package var newIDs: [FieldID: FieldID] = [:]
    /// The fields that are new in both.
    package var restored: Set<FieldID> = []
    /// The records that were inserted here, so that nobody else has changed them.
    package private(set) var own: Set<RecordID> = []
    /// The records that were to be deleted, and why they are still there.
    package private(set) var kept: [RecordID: EditConflict] = [:]
    /// Whether what is there is not compared.
    private let overwrites: Bool
    /// What others have changed: records and fields that stay where it is not known what was in them.
    private let elsewhere: (records: Set<RecordID>, fields: Set<FieldID>)
    /// What is not as it was before all changes.
    let blocked: Blocked
    /// What was made of the change that is being made.
    private var parts: [AppliedChange] = []
    private var isWhole = true

    /// - Parameters:
    ///   - changes: as they were made, the oldest first.
    ///   - theirs: the other table.
    ///   - mine: the table in which they were made.
    ///   - refused: the indexes of those that are not to be made.
    package init(
        _ changes: [Change], over theirs: RecordTable, mine: RecordTable, refusing refused: Set<Int> = []
    ) {
        self.init(NetChange(changes), theirs, mine: mine)
        for (index, change) in changes.enumerated() { apply(refused.contains(index) ? .sequence([]) : change) }
        findOpen()
    }

    private init(
        _ net: NetChange, _ table: RecordTable, mine: RecordTable?,
        elsewhere: (records: Set<RecordID>, fields: Set<FieldID>) = ([], []), overwrites: Bool = false
    ) {
        self.net = net
        self.table = table
        self.mine = mine
        self.elsewhere = elsewhere
        self.overwrites = overwrites
        theirs = table.schema
        known = Set(net.inserted.keys.lazy.filter { table.index(of: $0) != nil })
        blocked = overwrites ? Blocked() : Blocked(net, in: table)
        successors = net.fields.map { Self.successors(of: $0.base, in: table.schema) } ?? [:]
    }

    /// Applies one change to a table that others may have changed since.
    ///
    /// - Parameters:
    ///   - elsewhere: the records and fields that others have changed, which stay if it is not known what was in them.
    ///   - overwrites: whether what was changed since is changed all the same.
    /// - Returns: what was made, and what was not.
    package static func apply(
        _ change: Change, to table: inout RecordTable,
        elsewhere: (records: Set<RecordID>, fields: Set<FieldID>) = ([], []), overwrites: Bool = false
    ) -> (applied: AppliedChange?, open: [EditConflict]) {
        var merge = Merge(
            NetChange(CollectionOfOne(change)), table, mine: nil, elsewhere: elsewhere, overwrites: overwrites)
        // While there are two references to the columns, changing a cell copies one.
        table = RecordTable(schema: table.schema)
        merge.apply(change)
        if !merge.made[0].isWhole { merge.findOpen() }
        table = merge.table
        return (merge.made[0].applied, merge.open)
    }

    /// All that was made, as one change; `nil` if nothing was.
    package var change: Change? {
        let changes = made.compactMap { $0.applied?.change }
        return changes.count > 1 ? .sequence(changes) : changes.first
    }

    /// The identifier here of a field of the changes.
    package func newID(of field: FieldID) -> FieldID { newIDs[field] ?? field }

    /// The index here of a field of the changes; `nil` if it is missing or has another type.
    package func index(of field: FieldDefinition) -> Int? {
        table.schema.index(of: newID(of: field.id)).flatMap { table.schema[$0].type == field.type ? $0 : nil }
    }

    /// Whether others have set cells of a field.
    func isChangedElsewhere(_ field: FieldID) -> Bool { elsewhere.fields.contains(field) }

    // MARK: Changes

    private mutating func apply(_ change: Change) {
        (parts, isWhole) = ([], true)
        for part in change.flattened {
            switch part {
            case .setCells(let cells): setCells(cells)
            case .insertRecords(let records): insert(records)
            case .deleteRecords(let records): delete(records)
            case .setPlaces(let changes): setPlaces(changes)
            case .changeFields(let change): changeFields(change)
            case .sequence: break
            }
        }
        made.append(Made(applied: parts.isEmpty ? nil : AppliedChange(of: parts), isWhole: isWhole))
    }

    /// Makes a part that the table takes, because it was compared with it.
    package mutating func make(_ part: (RecordTable) throws(TableError) -> Change) {
        do throws(TableError) {
            parts.append(try table.apply(try part(table)))
        } catch {
            // What is missing then is open.
            assertionFailure("a part that does not fit: \(error)")
            Reports.error("KRK_DC_MG", "a part of an edit does not fit the table: \(error)")
            isWhole = false
        }
    }

    /// Not all of the change is made, or not as it is.
    mutating func differ() { isWhole = false }

    private mutating func setCells(_ changes: [CellChange]) {
        var good: [CellChange] = []
        good.reserveCapacity(changes.count)
        var latest: [CellID: CellValue] = [:]
        for change in changes {
            let cell = CellID(record: change.record, field: newID(of: change.field))
            guard let index = table.schema.index(of: cell.field), change.value.fits(table.schema[index].type),
                let record = table.index(of: cell.record)
            else { continue }
            let isFree = !blocked.cells.contains(change.cell) || cell.field != change.field
            guard overwrites || isFree && (latest[cell] ?? table[record, index]) == change.base else { continue }
            latest[cell] = change.value
            good.append(
                CellChange(record: cell.record, field: cell.field, base: change.base, value: change.value))
            if cell.field != change.field { differ() }
        }
        if good.count < changes.count { differ() }
        if !good.isEmpty { make { _ in .setCells(good) } }
    }

    private mutating func insert(_ records: RecordTable) {
        let missing = records.ids.indices.filter {
            table.index(of: records.ids[$0]) == nil && !blocked.records.contains(records.ids[$0])
        }
        let places = table.schema.fields.map { field in
            records.schema.fields.firstIndex { newID(of: $0.id) == field.id && $0.type == field.type }
        }
        let isAsItIs = records.schema.fields.map(\.id) == table.schema.fields.map(\.id) && !places.contains(nil)
        if missing.count < records.count || !isAsItIs { differ() }
        if missing.isEmpty { return }
        let coming = missing.count < records.count ? records.picked(at: RecordIndexes(missing)) : records
        let cells = zip(table.schema.fields, places).map { field, place in
            place.map { coming.cells[$0] }
                ?? FieldCells(repeating: field.initialValue, type: field.type, count: coming.count)
        }
        own.formUnion(coming.ids)
        make { table in
            .insertRecords(
                RecordTable(schema: table.schema, ids: coming.ids, places: coming.places, cells: cells))
        }
    }

    private mutating func delete(_ records: RecordTable) {
        var going: [Int] = []
        let expected = overwrites ? [] : expectedCells(of: records)
        for (number, id) in records.ids.enumerated() {
            // One that is back afterwards stays what others have made of it.
            guard let index = table.index(of: id), overwrites || !net.isBack(id) else { continue }
            let changed =
                own.contains(id)
                ? nil
                : expected.indices.first { field in
                    // Nobody else has a field that is new here.
                    !isNew(table.schema[field].id)
                        && table[index, field] != expected[field]?.value(at: number, of: id) ?? .empty
                }
            if let place = changed ?? blocked.changed[id].flatMap({ table.schema.index(of: newID(of: $0)) }) {
                var conflict = EditConflict(
                    reason: .recordChanged, record: id, field: nil, fieldName: table.schema[place].name, own: .empty,
                    theirs: table[index, place])
                conflict.deleted = records.picked(at: RecordIndexes(number))
                kept[id] = conflict
            } else if overwrites || !elsewhere.records.contains(id) {
                kept[id] = nil
                going.append(index)
            }
        }
        if going.count < records.ids.count { differ() }
        if !going.isEmpty { make { table in .deleteRecords(table.picked(at: RecordIndexes(going))) } }
    }

    /// What deleted records held in each field of this table; nothing if that is not known.
    ///
    /// Also in fields that were removed where the records were deleted, and are still here.
    private func expectedCells(of records: RecordTable) -> [FieldCells?] {
        if records.schema.count == 0 { return [] }
        let own = Dictionary(newIDs.map { ($1, $0) }) { first, _ in first }
        return table.schema.fields.map { field in
            let id = own[field.id] ?? field.id
            return records.schema.index(of: id).map { records.cells[$0] }
                ?? net.fields?.removed[id]?.cells(of: records.ids)
        }
    }

    private mutating func setPlaces(_ changes: [PlaceChange]) {
        var latest: [RecordID: Place] = [:]
        let good = changes.filter { change in
            guard table.index(of: change.record) != nil, !blocked.places.contains(change.record),
                latest[change.record] ?? table.place(of: change.record) == change.base
            else { return false }
            latest[change.record] = change.place
            return true
        }
        if good.count < changes.count { differ() }
        if !good.isEmpty { make { _ in .setPlaces(good) } }
    }
}

/// What is not as it was before some changes, so that none of these goes over it.
struct Blocked: Sendable {
    var cells: Set<CellID> = []
    /// Those that are gone, and are not brought back.
    var records: Set<RecordID> = []
    var places: Set<RecordID> = []
    /// A field of each record that has one of ``cells``.
    var changed: [RecordID: FieldID] = [:]
    /// The fields that have one of ``cells``.
    var fields: Set<FieldID> = []

    /// Nothing.
    init() {}

    init(_ net: NetChange, in table: RecordTable) {
        for (cell, edit) in net.cells {
            guard let record = table.index(of: cell.record), let field = table.schema.index(of: cell.field),
                table[record, field] != edit.base
            else { continue }
            cells.insert(cell)
            fields.insert(cell.field)
            changed[cell.record] = min(cell.field, changed[cell.record] ?? cell.field)
        }
        records = net.departed.filter { table.index(of: $0) == nil }
        for (record, place) in net.places where table.place(of: record) != place { places.insert(record) }
    }
}
