import KirokuCore

/// Records that are marked, and going from one to the next.
extension RecordGrid {
    /// Marks these records and no others; `nil` marks none.
    ///
    /// They are drawn with a mark while others are shown, too. They stay marked while the table is edited.
    ///
    /// - Parameter records: indexes of the document's table as it is now, ascending.
    public func mark(records: [Int]?) {
        marks = records.map { RecordMarks($0, of: document.table) } ?? RecordMarks()
        if !isGone { canvas.redraw() }
    }

    /// The marked records that are still there, by their indexes, ascending; costs a pass over the table.
    public var markedRecords: [Int] { marks.indexes(in: document.table) }

    /// Puts the cursor on the next marked record that is shown, in the order of the rows, or on the one before; after the
    /// last one comes the first again.
    ///
    /// Returns false if no record that is shown is marked.
    ///
    /// - Parameters:
    ///   - forward: downwards.
    ///   - field: the field to go to in a record, by its index; `nil` stays in the cursor's.
    @discardableResult
    public func goToMarked(forward: Bool, field: (Int) -> Int? = { _ in nil }) -> Bool {
        guard !isGone else { return false }
        commitEditing()
        guard let row = nextMarkedRow(forward: forward) else { return false }
        let column = field(view[row])
        moveCursor { $0.go(to: GridCell(row: row, field: column ?? $0.cursor.field), in: size) }
        return true
    }

    /// Whether a row, which must exist, is to be told from others by its mark.
    func showsMark(inRow row: Int) -> Bool {
        !showsSubset && !marks.ids.isEmpty && marks.contains(document.table.ids[view[row]])
    }

    private func nextMarkedRow(forward: Bool) -> Int? {
        if view.isWholeTable {
            let here = cursor.map { document.table.ids[$0.record] }
            for id in marks.others(after: here, forward: forward) {
                if let index = document.table.index(of: id) { return index }
            }
            return nil
        }
        var isMarked = [Bool](repeating: false, count: document.table.count)
        for record in markedRecords { isMarked[record] = true }
        let (start, count) = (selection.cursor.row, view.count)
        let steps = (1...max(1, count)).lazy.map { forward ? (start + $0) % count : (start - $0 + 2 * count) % count }
        return count == 0 ? nil : steps.first { isMarked[self.view[$0]] }
    }
}
