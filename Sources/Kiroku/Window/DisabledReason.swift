import KirokuCore

/// Why a command is disabled: the reason for its buttons and menu items, and the answer to its key.
enum DisabledReason: Equatable {
    /// A document is being opened.
    case opening
    /// There is no document in the window.
    case noDocument
    /// It is for the cards, and another screen is shown.
    case otherScreen
    /// The document does not let the user edit that.
    case refused(EditError)

    // MARK: Nothing to do it with

    case noRecords
    case noCell
    case noTextField
    case noReplaceableField
    case noPicture
    case noPicturesHere
    case nothingToUndo
    /// Earlier steps took too much memory.
    case undoIsCut
    case nothingToRedo
    case nothingToFix
    /// The table as it was is kept nowhere.
    case keptNowhere

    // MARK: On a server

    case shared
    case notShared
    case copying
    case notBrowsing

    // MARK: Tables that are browsed on their server

    /// It would change records.
    case browsing
    /// It needs records that are not here.
    case needsAll
    /// A table of another program has no history.
    case noHistory
    /// All records that are shown were found.
    case allFound

    /// The reason, and what to do instead if there is something.
    var message: String {
        switch self {
        case .opening: localized("A document is still being opened.")
        case .noDocument: localized("There is no document in this window.")
        case .otherScreen: localized("This is only available for records. Press Ctrl+1 to show them.")
        case .refused(let error): error.reason
        case .noRecords: localized("There are not enough records.")
        case .noCell: localized("The cursor is not on a cell.")
        case .noTextField: localized("Only text fields can have pictures.")
        case .noReplaceableField: localized("No field contains text that can be replaced.")
        case .noPicture: localized("The cursor is not on a picture.")
        case .noPicturesHere: localized("This document cannot contain pictures.")
        case .nothingToUndo: localized("There is nothing to undo.")
        case .undoIsCut:
            localized(
                "Undo cannot go back further, because earlier steps took too much memory. Press F6 to see the history.")
        case .nothingToRedo: localized("There is nothing to redo.")
        case .nothingToFix: localized("No problems found.")
        case .keptNowhere: localized("This window shows an earlier state of the table. It is not a document.")
        case .shared: localized("This document is already shared.")
        case .notShared: localized("This document is not shared.")
        case .copying: localized("A copy of the document is being made.")
        case .notBrowsing: localized("Only available for tables viewed on a server.")
        case .browsing:
            localized(
                "Records on the server cannot be edited. To edit some of them, choose Document → Keep a Part Here…."
            )
        case .needsAll:
            localized(
                "This needs all records, but only the visible ones are loaded. Choose Document → Keep a Part Here… first."
            )
        case .noHistory: localized("A table from another program has no history here.")
        case .allFound: localized("All records shown are matches. Use the arrow keys to move between them.")
        }
    }

    /// The message when the user tries it anyway.
    var answer: String {
        if case .refused(let error) = self { error.message } else { message }
    }
}
