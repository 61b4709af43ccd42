/// Everything that a store keeps of a document, except its pictures.
public struct DocumentContents: Sendable {
    /// The records, with the identifiers that the store knows them by.
    public internal(set) var table: RecordTable
    /// The widths that have been set, in pixels at a text scale of 1; fields without an entry have the view's own
    /// width.
    public internal(set) var fieldWidths: [FieldID: Int]
    /// How the document was last shown.
    public internal(set) var settings: DocumentSettings
    /// The steps that can be undone and redone.
    public internal(set) var history: UndoHistory
    /// The edits that are open.
    package var open = StoredOpenEdits()
    /// Who has changed what last, if edits are open.
    package var origins = LatestChanges()
    /// Whether numbers of records, fields or places were out of range (``RecordID/range``, ``FieldID/range``,
    /// ``Place``) and have been replaced; the store gets the new ones with the first edit.
    package let isMended: Bool
    /// Whether all edits that were read to find the steps to undo made sense.
    package var hasWholeHistory = true

    /// The contents that a document starts with; a new one has no widths and settings.
    public init(
        table: RecordTable, fieldWidths: [FieldID: Int] = [:], settings: DocumentSettings = DocumentSettings(),
        history: UndoHistory = UndoHistory(), isMended: Bool = false
    ) {
        self.table = table
        self.fieldWidths = fieldWidths
        self.settings = settings
        self.history = history
        self.isMended = isMended
    }

    /// The message for the user if a part of the document was invalid, and the rest could be read.
    public var repairNotice: String? {
        if isMended {
            return localized(
                "Some numbers of records, fields or places were out of range and have been replaced; the new ones are saved with your first edit."
            )
        }
        if hasWholeHistory { return nil }
        return localized(
            "Some edits in the history of this document are invalid, so they cannot be undone. No record is affected.")
    }
}

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
