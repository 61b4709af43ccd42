import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// A window with one document: the frame around the screens, and what all of them share.
///
/// The window is composed of parts, each of which owns what belongs together: commands, screens, what is being opened,
/// closing, what is remembered. This class connects them; its extensions are what the user can do in a window.
@MainActor
final class DocumentWindow {
    /// Called when the window has been destroyed.
    var onClosed: (() -> Void)?

    let application: KirokuApplication
    let window: Window
    /// The commands that the user can give in the window.
    let commands: WindowCommands
    /// The whole content of the window, which sheets slide over.
    let sheetHost = SheetHost()
    /// The content of the window; rebuilt when the language changes.
    private(set) var frame: WindowFrame
    /// The screens, which are rebuilt with it.
    private(set) lazy var screens = WindowScreens(in: self, frame)
    /// The document; `nil` while there is none.
    private(set) var shown: DocumentSession?
    /// The table that is browsed on its server, instead of a document.
    private(set) var remoteRows: RemoteRows?
    /// What is open over the window; `nil` if nothing is.
    private(set) var dialog: (any WindowDialog)?
    /// What is being opened.
    private(set) lazy var opening = WindowOpening(in: self)
    /// What is remembered of it.
    private(set) lazy var remembered = RememberedPlace(of: self)
    /// Whether and how it closes.
    private(set) lazy var closing = WindowClosing(of: self)
    /// The copying or moving of its document.
    let fileWork: FileWork
    /// What has come from outside.
    let news = WindowNews()
    /// The conflict copies beside the document.
    let copies = CopyOffers()
    /// Goes back to an earlier state of the table.
    let goingBack = LatestWork()
    private var preferences: Observation?
    /// Whether the GTK window has been destroyed; work that ends after that finds no widgets any more.
    private(set) var isGone = false

    /// Creates a window, which shows nothing until ``refresh()`` is called, as opening a document does.
    init(for application: KirokuApplication, in gtk: Application) {
        self.application = application
        fileWork = FileWork(of: application)
        let size = RememberedPlace.usualSize
        window = GtkKit.window(of: gtk, width: size.width, height: size.height)
        commands = WindowCommands(of: window)
        frame = WindowFrame()
        build()
        attach(self, to: window, key: "kiroku-document-window")
        window.onCloseRequest { [weak self] in self?.closing.mayClose() ?? true }
        window.onDestroy { [weak self] in
            self?.isGone = true
            self?.copies.watch(beside: nil)
            self?.opening.end()
            self?.goingBack.cancel()
            self?.endBrowsing()
            self?.onClosed?()
        }
        preferences = application.preferences.values.observe { [weak self] in self?.follow($0) }
        remembered.watch()
        window.onActiveChange { [weak self] in self?.activeChanged() }
        news.onChange = { [weak self] in self?.refreshNews() }
        copies.onChange = { [weak self] in self?.refreshNews() }
    }

    /// The path of the file that the window shows or is opening.
    var path: String? { shown?.path ?? opening.path }

    /// Whether the window shows or is opening the file at `path`.
    func shows(_ path: String) -> Bool { self.path == path }

    /// The screen that is shown.
    var screen: (any Screen)? { screens.shown }

    /// The first screen.
    var cards: CardsScreen { screens.cards }

    /// Whether the window shows no document, is not opening one, and is not about to close.
    var isVacant: Bool {
        shown == nil && opening.path == nil && remoteRows == nil && !opening.isRunning && !closing.isUnderway
    }

    /// Makes the window show a document, or none.
    func put(_ session: DocumentSession?) {
        shown = session
        screens.documentChanged()
    }

    /// Makes the window show a table on its server.
    func put(_ rows: RemoteRows) {
        remoteRows = rows
        screens.documentChanged()
    }

    /// Holds a dialog, which would otherwise be released, until it is closed.
    ///
    /// - Parameter next: called then.
    func hold(_ dialog: some WindowDialog, then next: (() -> Void)? = nil) {
        dialog.onClosed = { [weak self] in
            self?.dialog = nil
            next?()
        }
        self.dialog = dialog
    }

    private func activeChanged() {
        guard window.isActive else { return remembered.keep() }
        application.becameActive(self)
        // If no notification tells what others write, the user sees it when they return to the window.
        shown?.document.checkForNews()
    }

    private func follow(_ change: PreferencesChange) {
        shown?.makeBackups(by: application.preferences.backupPolicy)
        keepSecondCopy()
        screens.preferencesChanged(change)
    }

    /// Rebuilds the content of the window in the current language and the current form of dates.
    func rebuildTexts() {
        let kind = screens.shownKind
        let cursor = cards.grid?.cursor
        let message = frame.messageLine.message
        screen?.commitEditing()
        let old = frame
        frame = WindowFrame()
        screens = WindowScreens(in: self, frame)
        // Nothing uses the old screens any more, whose widgets are removed now.
        old.widget.destroy()
        fillFrame()
        opening.showAgain()
        if let cursor { cards.grid?.go(to: cursor) }
        screens.show(kind)
        frame.messageLine.show(message)
        refresh()
    }

    func present() { window.present() }

    /// Closes the window soon; a vacant one takes no file from now on.
    func close() {
        if isVacant { closing.begin() }
        window.close()
    }
}
