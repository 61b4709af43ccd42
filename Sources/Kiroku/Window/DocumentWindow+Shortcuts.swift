import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// All keys of the window and its content.
    static var shortcuts: [ShortcutGroup] {
        [
            ShortcutGroup(
                localized("Window"),
                shortcuts(of: [
                    .newDocument, .newFromClipboard, .open, .openRecent, .saveCopy, .close, .openMenu, .preferences,
                    .shortcuts, .help,
                ])
                    + [Shortcut(localized("Quit"), keys: KirokuApplication.quitKeys)]
                    + ScreenKind.allCases.map { Shortcut($0.title, keys: $0.keys) }),
            ShortcutGroup(
                localized("Records"),
                shortcuts(
                    of: Command.allCases.filter {
                        !Command.ofTheProgram.contains($0) && !Command.ofFinding.contains($0)
                    })
            ),
            ShortcutGroup(
                localized("Finding"),
                shortcuts(of: Command.ofFinding)
                    + [Shortcut(localized("Show one of the first nine views"), "<Alt>1...9")]),
        ] + RecordGrid.shortcuts
    }

    /// Lists the keys in a separate window.
    func showShortcuts() {
        guard sheetHost.openSheet == nil else { return }
        application.listOfKeys().present(over: window)
    }

    private static func shortcuts(of commands: [Command]) -> [Shortcut] {
        commands.filter { !$0.keys.isEmpty }.map { Shortcut($0.shortcutTitle ?? $0.rawValue, keys: $0.keys) }
    }
}

extension Command {
    /// The commands that are not about records.
    fileprivate static let ofTheProgram: Set<Command> = [
        .newDocument, .newFromClipboard, .open, .openRecent, .rename, .move, .saveCopy, .showInFiles, .close,
        .openMenu, .preferences, .shortcuts, .help, .openFromServer, .share, .keepHere, .keepPart, .backups, .about,
    ]

    fileprivate static let ofFinding: [Command] = [
        .find, .findNext, .findPrevious, .replace, .findDuplicates, .findToFix, .nextToFix, .showViews,
    ]

    /// The title of the command in the list of keys; `nil` if it has no keys.
    var shortcutTitle: String? {
        switch self {
        case .newDocument: localized("New document")
        case .newFromClipboard: localized("New document from the clipboard")
        case .open: localized("Open a document or a text file")
        case .openRecent: localized("Recent documents")
        case .saveCopy: localized("Save a copy")
        case .addRecord: localized("Add record")
        case .insertAbove: localized("Insert a record above")
        case .insertBelow: localized("Insert a record below")
        case .duplicateRecords: localized("Duplicate the selected records")
        case .deleteRecords: localized("Delete the selected records")
        case .copyTable: localized("Copy the whole table")
        case .reload: localized("Reload the records on the server")
        case .undo: localized("Undo")
        case .redo: localized("Redo")
        case .nextToFix: localized("Next problem")
        case .find: localized("Find records")
        case .findNext: localized("Next match")
        case .findPrevious: localized("Previous match")
        case .findToFix: localized("List problems")
        case .replace: localized("Replace")
        case .findDuplicates: localized("Find duplicates")
        case .showFields: localized("Fields of the document")
        case .importText: localized("Import a text file")
        case .export: localized("Export the table")
        case .print: localized("Print")
        case .compare: localized("Compare with another table")
        case .showCard: localized("Record card")
        case .showSummary: localized("Field summary")
        case .showHistory: localized("History")
        case .showViews: localized("Saved views")
        case .editLarge: localized("Edit the cell in a large view")
        case .choosePicture: localized("Choose a picture")
        case .preferences: localized("Preferences")
        case .shortcuts: localized("Keyboard shortcuts")
        case .help: localized("Help")
        case .openMenu: localized("Menu")
        case .close: localized("Close the window")
        default: nil
        }
    }
}
