import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Carries out the window's own commands, and passes all others to the current screen.
    func perform(_ command: Command) {
        if command != .openMenu { frame.messageLine.endGoodNews() }
        switch command {
        case .newDocument: showNewDocument()
        case .newFromClipboard: makeDocumentFromClipboard()
        case .open: chooseFiles()
        case .openRecent: commands.toggleRecent()
        case .rename: renameDocument()
        case .move: moveDocument()
        case .saveCopy: saveCopyElsewhere()
        case .showInFiles: showInFiles()
        case .openFromServer: openFromServer()
        case .share: shareDocument()
        case .connection: showConnection()
        case .keepHere: keepHere()
        case .backups: showBackups()
        case .compare: showComparison()
        case .shortcuts: showShortcuts()
        case .help: showHelp()
        case .about: showAbout()
        case .openMenu: commands.openMenu()
        case .preferences: application.showPreferences(in: self)
        case .close: close()
        default: screen?.perform(command)
        }
    }

    /// Why a command cannot be carried out now; `nil` if it can.
    func disabledReason(of command: Command) -> DisabledReason? {
        switch command {
        case .open, .openRecent, .preferences, .shortcuts, .help, .about, .openMenu, .close: nil
        case .newDocument, .newFromClipboard, .openFromServer, .backups: opening.isRunning ? .opening : nil
        case .rename, .move, .saveCopy, .showInFiles: placeDisabledReason
        case .share: sharingDisabledReason
        case .connection, .keepHere:
            shown?.sharing != nil ? nil : remoteRows != nil ? .browsing : shown == nil ? .noDocument : .notShared
        case .compare: opening.isRunning ? .opening : remoteRows != nil ? .needsAll : shown == nil ? .noDocument : nil
        default: screen.map { $0.disabledReason(of: command) } ?? .noDocument
        }
    }

    /// Shows why a command cannot be carried out, so that its key has a visible effect; returns whether it has.
    func showDisabledReason(ofAction action: String) -> Bool {
        guard dialog == nil, sheetHost.openSheet == nil,
            let command = Command.allCases.first(where: { $0.action == action }),
            let disabledReason = disabledReason(of: command)
        else { return false }
        show(Message(disabledReason.answer, .caution))
        return true
    }

    /// What the file chooser lists if a table is to be chosen.
    static var tableFilters: [FileChooser.Filter] {
        [
            FileChooser.Filter(
                name: localized("Documents, text, JSON and property lists"),
                patterns: ["*" + DocumentName.suffix] + DroppedFiles.tableSuffixes.map { "*" + $0 }),
            FileChooser.Filter(name: localized("All files"), patterns: ["*"]),
        ]
    }

    private func chooseFiles() {
        screen?.commitEditing()
        FileChooser.open(
            over: window, title: localized("Open"), accept: localized("_Open"), cancel: localized("_Cancel"),
            filters: Self.tableFilters, folder: nil
        ) { [weak self] paths in
            self?.application.open(paths)
        }
    }
}
