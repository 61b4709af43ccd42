extension DocumentContents {
    /// Applies these changes, all or none.
    ///
    /// - Throws: ``StorageError/changedElsewhere(at:)`` if they do not apply.
    package mutating func take(
        _ changes: [DocumentChange], at location: StorageLocation, keepingHistory: Bool
    ) throws(StorageError) {
        if (try? table.apply(.sequence(changes.edits))) == nil { throw .changedElsewhere(at: location) }
        var stored = settings.stored
        for change in changes {
            switch change {
            case .edit(let edit): if keepingHistory, edit.isUndoable { history.add(edit) }
            case .typedOver, .open: break
            case .widths(_, let new): fieldWidths.merge(new) { $1 }
            case .settings(_, let texts): for (name, text) in texts { stored[name] = text }
            }
        }
        settings = DocumentSettings(stored: stored)
        open.add(changes.open)
    }
}
