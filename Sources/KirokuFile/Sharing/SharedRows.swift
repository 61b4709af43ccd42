import FoundationEssentials

/// Records as they now are on a server, after others have changed them.
package struct SharedRows: Sendable {
    /// Who has changed records last, and when.
    package struct Origin: Sendable {
        let author: CommitAuthor?
        let time: Date
        fileprivate(set) var records: [RecordID] = []
    }

    /// The records that exist, with all cells.
    private(set) var present: RecordTable
    /// The records that no longer exist.
    private(set) var gone: Set<RecordID> = []
    /// The authors, in the order of the latest changes.
    private(set) var origins: [Origin] = []
    /// Whether the places are not on the server: records keep those that they have here.
    let keepsPlaces: Bool
    private var rows: [Row] = []
    /// The records that have left the part of the table that is kept here.
    private var leaving: [Row] = []

    private typealias Row = (id: RecordID, place: Place, cells: [CellValue])

    /// No records yet.
    ///
    /// - Parameters:
    ///   - schema: the fields of the document.
    ///   - keepsPlaces: whether records keep the places that they have here.
    package init(schema: Schema, keepsPlaces: Bool = false) {
        present = RecordTable(schema: schema)
        self.keepsPlaces = keepsPlaces
    }

    /// The number of records.
    package var count: Int { rows.count + leaving.count + gone.count }

    /// The identities of all records.
    var ids: Set<RecordID> { gone.union(rows.lazy.map(\.id)).union(leaving.lazy.map(\.id)) }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - place: its place; `nil` for its identity.
    ///   - cells: its cells in field order; `nil` if the record does not exist.
    package mutating func add(
        _ id: RecordID, place: Place?, cells: [CellValue]?, author: CommitAuthor?, time: Date
    ) {
        if let cells {
            rows.append((id, place ?? Place(id), cells))
        } else {
            gone.insert(id)
        }
        if origins.last?.author != author || origins.isEmpty { origins.append(Origin(author: author, time: time)) }
        origins[origins.count - 1].records.append(id)
    }

    /// The rows for a copy that has only a part of the table: records outside of the part leave.
    ///
    /// - Parameter condition: defines the part.
    package func narrowed(to condition: Condition) async throws(QueryError) -> SharedRows {
        let table = RecordTable(schema: present.schema, inOrder: rows)
        return narrowed(to: Set(try await table.find(condition).map { rows[$0].id }))
    }

    /// The rows for a copy that has only these records.
    package func narrowed(to records: Set<RecordID>) -> SharedRows {
        var narrowed = self
        narrowed.rows = rows.filter { records.contains($0.id) }
        narrowed.leaving = rows.filter { !records.contains($0.id) }
        return narrowed
    }

    /// The rows with leaving records settled: those with pending edits stay until these are sent.
    ///
    /// - Parameter waiting: the records of pending edits.
    func settled(waiting: Set<RecordID>) -> SharedRows {
        guard !leaving.isEmpty else { return self }
        var settled = self
        settled.leaving = []
        settled.rows += leaving.filter { waiting.contains($0.id) }
        let out = leaving.map(\.id).filter { !waiting.contains($0) }
        settled.gone.formUnion(out)
        for index in settled.origins.indices { settled.origins[index].records.removeAll(where: Set(out).contains) }
        if !out.isEmpty {
            let origin = Origin(author: .outOfPart, time: origins.last?.time ?? AppClock.shared.now, records: out)
            // The last origin also stands for records without one.
            settled.origins.insert(origin, at: 0)
        }
        return settled
    }

    /// The rows with ``present`` filled.
    ///
    /// - Parameter other: a table with the places of the records, if they keep them.
    func gathered(placedLike other: RecordTable) -> SharedRows {
        var gathered = self
        if keepsPlaces {
            for row in gathered.rows.indices where other.index(of: gathered.rows[row].id) != nil {
                gathered.rows[row].place = other.place(of: gathered.rows[row].id)
            }
        }
        gathered.rows.sort { ($0.place, $0.id) < ($1.place, $1.id) }
        gathered.present = RecordTable(schema: present.schema, inOrder: gathered.rows)
        return gathered
    }
}

extension RecordTable {
    /// A table of records that are given one by one, sorted by their places.
    init(schema: Schema, inOrder rows: [(id: RecordID, place: Place, cells: [CellValue])]) {
        var columns = schema.fields.map { FieldCells(type: $0.type) }
        var places: [RecordID: Place] = [:]
        for row in rows {
            if row.place != Place(row.id) { places[row.id] = row.place }
            for field in columns.indices { columns[field].append(row.cells[field], of: row.id) }
        }
        self.init(schema: schema, ids: rows.map(\.id), places: places, cells: columns)
    }

    /// The changes from this table to another one, limited to these records; the fields are the same.
    func difference(to other: RecordTable, in records: some Sequence<RecordID>) -> [Change] {
        var (coming, going): ([Int], [Int]) = ([], [])
        var cells: [CellChange] = []
        var moves: [PlaceChange] = []
        for id in records {
            switch (index(of: id), other.index(of: id)) {
            case (nil, nil): break
            case (nil, let index?): coming.append(index)
            case (let index?, nil): going.append(index)
            case (let before?, let after?):
                for field in schema.fields.indices where self[before, field] != other[after, field] {
                    cells.append(
                        CellChange(
                            record: id, field: schema[field].id, base: self[before, field], value: other[after, field]))
                }
                let (from, to) = (place(of: id), other.place(of: id))
                if from != to { moves.append(PlaceChange(record: id, base: from, place: to)) }
            }
        }
        var changes: [Change] = []
        if !coming.isEmpty { changes.append(.insertRecords(other.picked(at: RecordIndexes(coming)))) }
        if !going.isEmpty { changes.append(.deleteRecords(picked(at: RecordIndexes(going)))) }
        if !cells.isEmpty { changes.append(.setCells(cells)) }
        if !moves.isEmpty { changes.append(.setPlaces(moves)) }
        return changes
    }
}
