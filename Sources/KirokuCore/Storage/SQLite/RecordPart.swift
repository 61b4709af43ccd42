/// Records that stand one after the other in a document, as they were read.
struct RecordPart: Sendable {
    private(set) var ids: [RecordID]
    private(set) var cells: [FieldCells]

    /// Puts the records behind these that follow them in the file.
    mutating func append(_ later: RecordPart) {
        ids.append(contentsOf: later.ids)
        for field in cells.indices { cells[field].append(later.cells[field]) }
    }

    /// Gives the records identifiers that a table can have, and returns which are others then.
    mutating func mend() -> [RecordIDMove] {
        guard !RecordIDs.areGood(ids) else { return [] }
        let moves = zip(ids, RecordIDs.mended(ids)).compactMap { old, new in
            old == new ? nil : RecordIDMove(old: old, new: new)
        }
        ids = RecordIDs.mended(ids)
        for field in cells.indices { cells[field].renumber(moves) }
        return moves
    }
}
