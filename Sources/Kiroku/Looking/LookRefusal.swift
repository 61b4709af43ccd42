import KirokuCore

/// Why commands do not work on a table that is looked at in its server, in one place: whoever tries is told.
enum LookRefusal {
    /// It would change records.
    case readOnly
    /// It takes records that are not here.
    case needsAll
    /// There is none of a table of another program.
    case noHistory

    /// Why a command does not work; `nil` if it does, or if there is nothing to say.
    init?(_ command: Command) {
        switch command {
        case .showFields, .importText, .replace, .choosePicture, .removePicture: self = .readOnly
        case .print, .showSummary, .findDuplicates: self = .needsAll
        case .showHistory: self = .noHistory
        default: return nil
        }
    }

    /// The reason, and what to do instead.
    var message: String {
        switch self {
        case .readOnly:
            localized(
                "Records that are looked at in their server cannot be edited. Sharing → Keep a Part Here… brings those here that you want to edit."
            )
        case .needsAll:
            localized(
                "For that, records must be here, and only those around what is in sight are. Sharing → Keep a Part Here… brings those here that you want."
            )
        case .noHistory: localized("Nothing is known here of how a table of another program has changed.")
        }
    }
}
