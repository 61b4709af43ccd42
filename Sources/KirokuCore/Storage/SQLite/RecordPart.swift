/// Records that stand one after the other in a document, as they were read.
struct RecordPart: Sendable {
    private(set) var ids: [RecordID]
    private(set) var cells: [FieldCells]

    /// Puts the records behind these that follow them in the file.
    mutating func append(_ later: RecordPart) {
        ids.append(contentsOf: later.ids)
        for field in cells.indices { cells[field].append(later.cells[field]) }
    }
}
