import GtkKit
import KirokuCore

extension DocumentWindow {
    /// Carries out the window's own commands, and passes all others to the current screen.
    func perform(_ command: Command) {
        switch command {
        case .newDocument: showNewDocument()
        case .newFromClipboard: makeDocumentFromClipboard()
        case .open: chooseFiles()
        case .openRecent: openButtons?.toggleRecent()
        case .openFromServer: openFromServer()
        case .share: shareDocument()
        case .keepHere: keepHere()
        case .backups: showBackups()
        case .compare: showComparison()
        case .shortcuts: showShortcuts()
        case .help: showHelp()
        case .about: showAbout()
        case .openMenu: menuButton?.open()
        case .preferences: application.showPreferences(in: self)
        case .close: close()
        default: screen?.perform(command)
        }
    }

    func isPossible(_ command: Command) -> Bool {
        switch command {
        case .newDocument, .newFromClipboard: task == nil
        case .open, .openRecent, .preferences, .shortcuts, .help, .about, .openMenu, .close: true
        case .openFromServer: task == nil
        case .share: mayShare
        case .keepHere: shown?.sharing != nil
        case .backups: task == nil
        case .compare: task == nil && shown != nil
        default: screen?.isPossible(command) ?? false
        }
    }

    /// What the file chooser lists where a table is wanted.
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
