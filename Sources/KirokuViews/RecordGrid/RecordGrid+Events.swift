import GtkKit
import KirokuCore

extension RecordGrid {
    func handle(_ event: DocumentEvent) {
        guard case .tableChanged(let extent) = event, !isGone else { return }
        let change = view.update(for: extent, in: document.table)
        switch change {
        case .none: cellsChanged(extent)
        case .inserted(let rows): rowsInserted(rows, extent)
        case .deleted(let rows): rowsDeleted(rows)
        case .everything: everythingChanged()
        }
        if awaitsRecords, !document.isLoading { finishLoading() }
        canvas.redraw()
        if change != .none { onViewChange?() }
    }

    private func cellsChanged(_ extent: ChangeExtent) {
        guard case .cells(let places) = extent else { return }
        if followsChanges, let first = places.first { isChangeOutOfSight = !go(to: first) }
        canvas.accessibleDataChanged()
        sumUpSelection()
    }

    private func rowsInserted(_ rows: RecordIndexes, _ extent: ChangeExtent) {
        updateLayout()
        tellAccessibility(rows) { canvas.accessibleRowsInserted(first: $0.lowerBound, count: $0.count) }
        keepRows { rows.indexAfterInsertion($0) }
        if followsChanges, !rows.isEmpty {
            moveCursor { $0.go(to: GridCell(row: rows.lowerBound, field: $0.cursor.field), in: size) }
        }
    }

    private func rowsDeleted(_ rows: RecordIndexes) {
        tellAccessibility(rows) { canvas.accessibleRowsDeleted(first: $0.lowerBound, count: $0.count) }
        updateLayout()
        keepRows { rows.indexAfterRemoval($0) }
        if followsChanges, !rows.isEmpty {
            moveCursor { $0.go(to: GridCell(row: rows.lowerBound, field: $0.cursor.field), in: size) }
        }
    }

    private func everythingChanged() {
        arrangement.forgetFields(not: document.table.schema)
        pinnedFields = document.pinnedFields
        nameEditor.end()
        let widths = layout.columnWidths
        measure()
        if awaitsRecords, !document.isLoading { keepSight(widths) }
        editor.move(to: editor.cell?.identity.place(in: document.table, view))
        canvas.accessibleModelChanged()
        // What is in sight stays there when only others come.
        keepCursor(scrolls: !awaitsRecords)
    }

    /// Each run of rows is told by itself, unless there are too many to listen to.
    private func tellAccessibility(_ rows: RecordIndexes, _ tell: (Range<Int>) -> Void) {
        if rows.runs.count > 100 { return canvas.accessibleModelChanged() }
        for run in rows.runs.reversed() { tell(run) }
    }

    /// Keeps the cursor on its cell after everything may have changed places; if that has gone, near its place.
    func keepCursor(scrolls: Bool = true) {
        let place = cursorIdentity.place(in: document.table, view)
        moveCursor(scrolls: scrolls) { selection in
            if let place, place != selection.cursor {
                let extent = selection.extent
                selection.go(to: place, in: size)
                if extent == .fields { selection.widen(to: .fields, in: size) }
            } else {
                selection.fit(size)
            }
        }
    }

    /// Keeps cursor and editor on their records, which are in other rows now; `nil` is a record that has gone.
    private func keepRows(_ newRow: (Int) -> Int?) {
        editor.move(
            to: editor.place.flatMap { place in
                newRow(place.row).map { GridCell(row: $0, field: place.field) }
            })
        if let row = newRow(selection.cursor.row), row != selection.cursor.row {
            moveCursor { $0.go(to: GridCell(row: row, field: $0.cursor.field), in: size) }
        } else {
            moveCursor { $0.fit(size) }
        }
    }
}
