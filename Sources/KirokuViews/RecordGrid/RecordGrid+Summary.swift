import KirokuCore

/// What is said of the selected cells.
extension RecordGrid {
    func selectionChanged() {
        onSelectionChange?()
        sumUpSelection()
    }

    /// Works out in the background what can be said of the selection, once it has stood still for a moment.
    func sumUpSelection() {
        summing?.cancel()
        summing = nil
        guard let onSelectionSummary else { return }
        guard !selection.isSingleCell, size.rows > 0 else { return onSelectionSummary(nil) }
        summing = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(50))
            // Taken only now: an edit in the meantime would have to copy what somebody else holds.
            guard !Task.isCancelled, let self, !isGone else { return }
            let (rows, fields, view, table) = (
                selection.rows(in: size), selection.fields(in: size), view, document.table
            )
            let summary = try? await view.summary(of: rows, fields: fields, in: table)
            guard !Task.isCancelled, !isGone, let summary else { return }
            onSelectionSummary(summary)
        }
    }
}
