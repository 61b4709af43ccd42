/// The commands of a document's window; the raw value is the action's name.
enum Command: String, CaseIterable {
    case newDocument = "new-document"
    case newFromClipboard = "new-from-clipboard"
    case open
    case openRecent = "open-recent"
    case rename
    case move
    case saveCopy = "save-copy"
    case showInFiles = "show-in-files"
    case addRecord = "add-record"
    case insertAbove = "insert-above"
    case insertBelow = "insert-below"
    case duplicateRecords = "duplicate-records"
    case deleteRecords = "delete-records"
    case copyTable = "copy-table"
    case undo
    case redo
    case nextToFix = "next-to-fix"
    case find
    case findNext = "find-next"
    case findPrevious = "find-previous"
    case findToFix = "find-to-fix"
    case replace
    case findDuplicates = "find-duplicates"
    case showCard = "show-card"
    case showSummary = "show-summary"
    case showHistory = "show-history"
    case showViews = "show-views"
    case editLarge = "edit-large"
    case choosePicture = "choose-picture"
    case removePicture = "remove-picture"
    case showFields = "show-fields"
    case importText = "import"
    case export
    case print
    case openFromServer = "open-from-server"
    case share
    case connection
    case keepHere = "keep-here"
    case keepPart = "keep-part"
    case reload
    case backups
    case compare = "compare-with"
    case preferences
    case shortcuts
    case help
    case about
    case openMenu = "open-menu"
    case close

    /// The name of the action for buttons and menus.
    var action: String { "win." + rawValue }

    /// The keys in GTK's notation; empty for a command that is only in the menu.
    var keys: [String] {
        switch self {
        case .newDocument: ["<Primary><Shift>n"]
        case .open: ["<Primary>o"]
        case .openRecent: ["<Primary><Shift>o"]
        case .saveCopy: ["<Primary><Shift>s"]
        case .addRecord: ["<Primary>n"]
        case .insertAbove: ["<Primary><Shift>a"]
        case .insertBelow: ["<Primary><Shift>b"]
        case .duplicateRecords: ["<Primary><Shift>r"]
        case .deleteRecords: ["<Primary>Delete"]
        case .copyTable: ["<Primary><Shift>c"]
        case .undo: ["<Primary>z"]
        case .redo: ["<Primary><Shift>z", "<Primary>y"]
        case .nextToFix: ["F8"]
        case .find: ["<Primary>f"]
        case .findNext: ["F3"]
        case .findPrevious: ["<Shift>F3"]
        case .findToFix: ["<Shift>F8"]
        case .replace: ["<Primary>h"]
        case .findDuplicates: ["<Primary><Shift>d"]
        case .showCard: ["F7"]
        case .showSummary: ["F9"]
        case .showHistory: ["F6"]
        // No letter: those are mnemonics of the menu, also while it is closed.
        case .showViews: ["<Alt>0"]
        case .editLarge: ["<Shift>F2"]
        case .choosePicture: ["<Primary><Shift>i"]
        case .showFields: ["F4"]
        case .importText: ["<Primary>i"]
        case .export: ["<Primary><Shift>e"]
        case .print: ["<Primary>p"]
        case .newFromClipboard: ["<Primary><Shift>v"]
        case .compare: ["<Primary><Shift>m"]
        case .reload: ["F5"]
        case .rename, .move, .showInFiles, .removePicture, .openFromServer, .share, .connection, .keepHere, .keepPart,
            .backups, .about:
            []
        case .openMenu: ["F10"]
        case .preferences: ["<Primary>comma"]
        case .shortcuts: ["<Primary>question", "<Primary>F1"]
        case .help: ["F1"]
        case .close: ["<Primary>w"]
        }
    }
}
