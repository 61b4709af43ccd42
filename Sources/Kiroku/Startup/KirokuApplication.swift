import GtkKit
import KirokuCore
import KirokuViews

/// The program: its windows, one for each document, and what is done from all of them.
@MainActor
final class KirokuApplication {
    static let id = "io.github.kiroku.Kiroku"
    static let quitKeys = ["<Primary>q"]

    let links: Links
    /// What the user prefers, for all windows.
    private(set) lazy var preferences = AppPreferences(link: links.preferences)
    /// The pictures that all windows choose from.
    private(set) lazy var pictures = PictureStock(links: links, preferences: preferences)
    private let application = Application(id: KirokuApplication.id)
    private var windows: [DocumentWindow] = []
    private var listsOfKeys: [LanguageChoice: Window] = [:]
    private var observation: Observation?

    init(links: Links) {
        self.links = links
        application.onStartup = { [weak self] in self?.startUp() }
        application.onActivate = { [weak self] in self?.openLastDocument() }
        application.onOpen = { [weak self] paths in self?.open(paths) }
    }

    func run(arguments: [String]) -> Int {
        application.run(arguments: arguments)
    }

    /// Opens each file in a window of its own.
    ///
    /// A document that is open already is brought to the front.
    func open(_ paths: [String]) {
        for path in paths {
            let path = CanonicalPath.of(path)
            if let window = windows.first(where: { $0.shows(path) }) {
                window.present()
            } else {
                let window = windows.first { $0.isVacant } ?? makeWindow()
                window.open(path)
            }
        }
    }

    /// The document that is opened next time when no other is asked for.
    func remember(_ path: String) {
        try? links.lastDocument.save(path + "\n")
        RecentFiles.add(path: path)
    }

    /// Closes all windows, and with the last one the program.
    func quit() {
        for window in windows { window.close() }
    }

    /// Keeps the program running while `work` goes on, windows or not.
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
        bindTranslations(to: links.translations)
        preferences.theme.colorScheme.apply()
        observation = preferences.values.observe { [weak self] in self?.follow($0) }
        if let css = try? links.styleSheet.load(), let fault = StyleSheet.install(css: css) {
            Reports.error("KRK_APP_STYLE", "style sheet: \(fault)")
        }
        for (action, keys) in DocumentWindow.keys { application.setKeys(keys, for: action) }
        application.addAction("open") { [weak self] in self?.chooseFiles() }
        application.addAction("quit") { [weak self] in self?.quit() }
        application.setKeys(Self.quitKeys, for: "app.quit")
    }

    /// Gives effect to preferences that are about the program as a whole.
    private func follow(_ change: PreferencesChange) {
        if change.includes(PreferenceKeys.theme) { preferences.theme.colorScheme.apply() }
        if change.includes(PreferenceKeys.language) {
            InterfaceLanguage.use(preferences.language.code)
            for window in windows { window.speakAnew() }
        }
    }

    /// Tells once, in a window, that the preferences that were found could not be used.
    func tellAboutPreferences(in window: DocumentWindow) {
        if let notice = preferences.values.takeNotice() { window.show(Message(notice.message, .caution)) }
    }

    /// Shows the preferences in a window, or brings the window to the front that shows them already.
    func showPreferences(in window: DocumentWindow) {
        if let other = windows.first(where: { $0.dialog is PreferencesSheet }) { return other.present() }
        window.showPreferences()
    }

    /// The list of keys in the language of now; all windows share it.
    func listOfKeys() -> Window {
        let language = preferences.language
        let list = listsOfKeys[language] ?? shortcutsWindow(DocumentWindow.shortcuts)
        listsOfKeys[language] = list
        return list
    }

    private func openLastDocument() {
        if let window = windows.last { return window.present() }
        let last = try? links.lastDocument.load()
        let path = last.map { String($0.prefix { $0 != "\n" }) } ?? ""
        if !path.isEmpty, CanonicalPath.exists(path) {
            open([path])
        } else {
            open([links.sampleTable])
        }
    }

    /// Lets the user choose files, in a window that may have to be made for it: the desktop offers this, too.
    private func chooseFiles() {
        let window = windows.last ?? makeWindow()
        window.present()
        window.perform(.open)
    }

    private func makeWindow() -> DocumentWindow {
        let window = DocumentWindow(for: self, in: application)
        windows.append(window)
        window.onClosed = { [weak self, weak window] in self?.windows.removeAll { $0 === window } }
        return window
    }
}
