import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// The program: its windows, one for each document, and what they share.
@MainActor
final class KirokuApplication {
    static let id = "io.github.kiroku.Kiroku"
    static let quitKeys = ["<Primary>q"]

    let links: Links
    /// The user's preferences, for all windows.
    private(set) lazy var preferences = AppPreferences(link: links.preferences)
    /// The pictures that all windows choose from.
    private(set) lazy var pictures = PictureStock(links: links, preferences: preferences)
    /// Which documents were made from which texts.
    private(set) lazy var madeDocuments = MadeDocuments(link: links.madeDocuments)
    /// How windows were left last.
    private(set) lazy var windowMemory = WindowMemoryKeeper(link: links.windows)
    let application: Application
    /// The windows in the order of their last use, the most recent last.
    private(set) var windows: [DocumentWindow] = []
    /// Whether all windows are being closed, to be opened again together.
    var isQuitting = false
    /// The signal that ended the program, if one did.
    var endingSignal: Int32?
    private var listsOfKeys: [LanguageChoice: Window] = [:]
    private var observation: Observation?
    private var usingSecondCopyFolder: Task<Void, Never>?

    /// - Parameters:
    ///   - links: the files that the program keeps.
    ///   - isInBrowser: whether the windows are shown in a browser instead of on the desktop.
    init(links: Links, isInBrowser: Bool) {
        self.links = links
        application = Application(id: Self.id, isInBrowser: isInBrowser)
        application.onBrowserAddress = DisplayWords.writeBrowserAddress
        application.browserRefusal = DisplayWords.browserRefusal
        application.onStartup = { [weak self] in self?.startUp() }
        application.onActivate = { [weak self] in self?.openLastDocuments() }
        application.onOpen = { [weak self] paths in self?.open(paths) }
    }

    var isInBrowser: Bool { application.isInBrowser }

    /// Runs until the last window is closed, and returns the exit status.
    func run(arguments: [String]) throws(DisplayFault) -> Int {
        try application.run(arguments: arguments)
    }

    /// Opens each file in a separate window.
    ///
    /// If a window already shows the document, brings that window to the front. An address of a server opens the copy
    /// of its table.
    func open(_ paths: [String], news: Message? = nil) {
        for path in paths {
            if ServerAddress.isAddress(path) {
                open(address: path)
                continue
            }
            if let window = window(showing: path) {
                window.present()
            } else {
                let window = windows.first { $0.isVacant } ?? makeWindow(for: path)
                window.opening.start(path, news: news)
            }
        }
    }

    /// Shows a table as it was, in a window of its own that nothing is remembered of.
    ///
    /// - Parameters:
    ///   - past: the table.
    ///   - document: the document as it is now.
    ///   - pictures: the store with its pictures, opened for reading.
    func show(_ past: PastTable, of document: Document, picturesIn pictures: (any DocumentStore)?) {
        makeWindow(for: document.path ?? "").show(past, of: document, picturesIn: pictures)
    }

    /// The window that shows a file or is opening it; `nil` if none does.
    func window(showing path: String, besides other: DocumentWindow? = nil) -> DocumentWindow? {
        windows.first { $0 !== other && $0.shows(path) }
    }

    /// Closes a window whose last document no longer exists; if it is the only window, opens the sample there.
    func isMissing(in window: DocumentWindow) {
        if windows.count > 1 { window.close() } else { window.opening.start(links.sample) }
    }

    /// Puts a document that a window shows now at the top of the recent documents.
    func remember(_ path: String) {
        RecentDocuments.add(path)
        rememberWindows()
    }

    /// Remembers that a document was made from a text file.
    func rememberMade(_ document: String, from text: String) {
        untilDone { [madeDocuments] in await madeDocuments.add(document, madeFrom: text) }
    }

    /// Closes all windows, and ends the program with the last one; the same documents are opened again at the next
    /// start.
    func quit() {
        isQuitting = true
        for window in windows { window.close() }
    }

    /// Cancels quitting, because a window stays open.
    func cancelQuitting() { isQuitting = false }

    /// Called when a window has received the focus.
    func becameActive(_ window: DocumentWindow) {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return }
        windows.append(windows.remove(at: index))
        rememberWindows()
    }

    /// Writes the memory of windows; the program keeps running until that is done.
    func writeWindowMemory() {
        untilDone { [windowMemory] in await windowMemory.write() }
    }

    /// Remembers which documents to reopen at the next start: those that are open now, or the last one that was open.
    private func rememberWindows() {
        let documents = windows.filter { $0.shown != nil }.compactMap(\.path)
        guard !isQuitting, !documents.isEmpty else { return }
        windowMemory.memory.openDocuments = documents
        writeWindowMemory()
    }

    /// Keeps the program running until `work` is done, even without windows.
    func untilDone(_ work: @escaping @MainActor () async -> Void) {
        application.hold()
        Task {
            await work()
            application.release()
        }
    }

    private func startUp() {
        Reports.writeToSystemLog()
        InterfaceLanguage.use(preferences.language.code)
        DateStyle.shown = preferences.dateStyle
        preferences.theme.colorScheme.apply()
        observation = preferences.values.observe { [weak self] in self?.follow($0) }
        useSecondCopyFolder()
        installStyleSheet()
        if FileKind.exists(links.icons) { IconTheme.add(folder: links.icons) }
        reportMissingFiles()
        for (folder, depth) in links.writtenFolders { Leftovers.clearInBackground([folder], depth: depth) }
        for (action, keys) in DocumentWindow.keys { application.setKeys(keys, for: action) }
        application.addAction("open") { [weak self] in self?.chooseFiles() }
        application.addAction("quit") { [weak self] in self?.quit() }
        application.setKeys(Self.quitKeys, for: "app.quit")
        watchForEnd()
    }

    private func installStyleSheet() {
        do {
            if let fault = StyleSheet.install(css: try links.styleSheet.load()) {
                Reports.error("KRK_APP_STYLE", "style sheet: \(data: fault)")
            }
        } catch {
            Reports.error("KRK_APP_STYLE", "no style sheet: \(error)")
        }
    }

    /// Reports which of the files that ship with the program are missing.
    ///
    /// A missing style sheet or missing templates are reported where they are read.
    private func reportMissingFiles() {
        let files = links.shippedFiles
        Task {
            for path in await BlockingIO.run({ files.filter { !FileKind.exists($0) } }) {
                Reports.error("KRK_APP_FILES", "a file of the program is missing: \(data: path)")
            }
        }
    }

    /// Saves what the program keeps for itself in the folder for second copies, too.
    private func useSecondCopyFolder() {
        let (place, earlier) = (preferences.secondCopyFolder, usingSecondCopyFolder)
        usingSecondCopyFolder = Task { [links] in
            await earlier?.value
            await links.use(place)
        }
    }

    /// Applies preferences that concern the program as a whole.
    private func follow(_ change: PreferencesChange) {
        if change.includes(PreferenceKeys.secondCopyFolder) { useSecondCopyFolder() }
        if change.includes(PreferenceKeys.theme) { preferences.theme.colorScheme.apply() }
        guard change.includes(PreferenceKeys.language) || change.includes(PreferenceKeys.dateStyle) else { return }
        InterfaceLanguage.use(preferences.language.code)
        DateStyle.shown = preferences.dateStyle
        for window in windows { window.rebuildTexts() }
    }

    /// Tells the user in a window that the preferences could not be read, if that has not been shown yet.
    func showPreferencesNotice(in window: DocumentWindow) {
        if let notice = preferences.values.takeNotice() { window.show(Message(notice.message, .caution)) }
    }

    /// Shows the preferences in a window, or brings the window that already shows them to the front.
    func showPreferences(in window: DocumentWindow) {
        if let other = windows.first(where: { $0.dialog is PreferencesSheet }) { return other.present() }
        window.showPreferences()
    }

    /// The list of keys in the current language; all windows share it.
    func listOfKeys() -> Window {
        let language = preferences.language
        let list = listsOfKeys[language] ?? shortcutsWindow(DocumentWindow.shortcuts)
        listsOfKeys[language] = list
        return list
    }

    /// Opens the documents that were open last, or else the sample.
    private func openLastDocuments() {
        if let window = windows.last { return window.present() }
        let documents = windowMemory.memory.openDocuments
        if documents.isEmpty { return open([links.sample]) }
        for path in documents { makeWindow(for: path).opening.start(path, isComingBack: true) }
    }

    /// Lets the user choose files.
    ///
    /// This may need a new window, because the desktop offers the command, too.
    private func chooseFiles() {
        let window = windows.last ?? makeWindow(for: "")
        window.present()
        window.perform(.open)
    }

    /// Makes a window of the size that is remembered for a document.
    ///
    /// - Parameter document: the path of the document that is about to be opened in it; empty for a vacant window.
    func makeWindow(for document: String) -> DocumentWindow {
        let window = DocumentWindow(for: self, in: application)
        window.remembered.takeSize(for: document)
        windows.append(window)
        if document.isEmpty { window.refresh() }
        window.onClosed = { [weak self, weak window] in
            self?.windows.removeAll { $0 === window }
            self?.rememberWindows()
        }
        return window
    }
}
