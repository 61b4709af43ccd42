import KirokuCore

/// Why a command cannot be carried out now, in one place: its buttons and menu items say it, and its key.
enum Hindrance: Equatable {
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
    case notLookedAt

    // MARK: What is looked at in its server

    /// It would change records.
    case lookedAt
    /// It takes records that are not here.
    case needsAll
    /// There is no history of a table of another program.
    case noHistory
    /// All that is shown was found.
    case allFound

    /// The reason, and what to do instead if there is something.
    var message: String {
        switch self {
        case .opening: localized("A document is being opened.")
        case .noDocument: localized("There is no document in this window.")
        case .otherScreen: localized("That is for the cards; Ctrl+1 shows them.")
        case .refused(let error): error.reason
        case .noRecords: localized("There are too few records for that.")
        case .noCell: localized("The cursor is not on a cell.")
        case .noTextField: localized("Only fields that hold text can have pictures.")
        case .noReplaceableField: localized("There is no field in which texts could be replaced.")
        case .noPicture: localized("The cursor is not on a picture.")
        case .noPicturesHere: localized("This document cannot keep pictures.")
        case .nothingToUndo: localized("There is nothing to undo.")
        case .undoIsCut:
            localized("Undo goes back no further: the steps before took too much memory. F6 shows the history.")
        case .nothingToRedo: localized("There is nothing to redo.")
        case .nothingToFix: localized("There is nothing to fix.")
        case .keptNowhere: localized("This is the table as it was; it is not kept as a document.")
        case .shared: localized("This document is on a server already.")
        case .notShared: localized("This document is on no server, only here.")
        case .copying: localized("A copy of the document is being made.")
        case .notLookedAt: localized("That is for tables that are looked at in their server.")
        case .lookedAt:
            localized(
                "Records that are looked at in their server cannot be edited. Document → Keep a Part Here… brings those here that you want to edit."
            )
        case .needsAll:
            localized(
                "For that, records must be here, and only those around what is in sight are. Document → Keep a Part Here… brings those here that you want."
            )
        case .noHistory: localized("Nothing is known here of how a table of another program has changed.")
        case .allFound: localized("All records that are shown were found; the arrow keys go from one to the next.")
        }
    }

    /// What whoever has tried it is told.
    var answer: String {
        if case .refused(let error) = self { error.message } else { message }
    }
}
