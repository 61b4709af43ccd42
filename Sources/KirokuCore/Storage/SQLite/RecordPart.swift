/// Records that stand one after the other in a document, as they were read.
struct RecordPart: Sendable {
    private(set) var ids: [RecordID]
    private(set) var cells: [FieldCells]

    /// Puts the records behind these that follow them in the file.
    mutating func append(_ later: RecordPart) {
        ids.append(contentsOf: later.ids)
        for field in cells.indices { cells[field].append(later.cells[field]) }
    }

    /// A table of these records.
    ///
    /// - Parameter places: those that records of the document have for themselves.
    func table(of schema: Schema, _ places: [RecordID: Place]) -> RecordTable {
        var own = places
        if !places.isEmpty {
            let ids = Set(ids)
            own = places.filter { ids.contains($0.key) }
        }
        return RecordTable(schema: schema, ids: ids, places: own, cells: cells)
    }
}
