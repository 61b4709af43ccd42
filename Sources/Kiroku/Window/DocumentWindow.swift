import GtkKit
import KirokuCore
import KirokuViews

/// A window with one document in it: the frame around the screens, and what all of them share.
@MainActor
final class DocumentWindow {
    /// Called when the window has gone.
    var onClosed: (() -> Void)?

    let application: KirokuApplication
    let window: Window
    /// What sheets slide over: all that is in the window.
    let sheetHost = SheetHost()
    /// The content of the window; rebuilt when the language changes.
    var frame: WindowFrame
    /// The first screen, which is there from the beginning.
    lazy var cards = CardsScreen(in: self)
    /// The screens that were shown so far.
    var screens: [ScreenKind: any Screen] = [:]
    var places: [ScreenKind: ScreenPlaces] = [:]
    var actions: [Command: Action] = [:]
    var screenChoice: Choice?
    var menuButton: MenuButton?
    weak var openButtons: OpenButtons?
    /// The screen that is shown.
    var shownScreen = ScreenKind.cards
    var shown: DocumentSession?
    /// The first records of the document that is being opened, once they are there.
    var loading: Document?
    /// How many documents were opened in this window, to tell late news from the last one's.
    var openingCount = 0
    /// The content of the sheet over the window, if it has to be kept alive.
    var dialog: AnyObject?
    /// The document that is being opened.
    var task: Task<Void, Never>?
    /// The text that the document was just made from.
    var imported: DocumentOpener.ImportNews?
    /// Where files of the document were written to or read from last; `nil` if none were.
    var chosenFolder: String?
    /// The file that is on its way into the window.
    var openingPath: String?
    private var preferences: Observation?
    /// In pixels, while it did not fill the screen.
    var size = (width: 1024, height: 700)
    var closing = Closing.no
    /// Whether a copy is being made in which the document is to go on.
    var isCopying = false
    var hasSavingFailed = false
    /// While the document is being converted.
    var conversionTimer: ClockTimer?

    /// How far the closing of the window has come.
    enum Closing {
        case no
        /// The last edits are being saved, if they are to be, and the document is closed.
        case saving
        /// They could not be saved, and the user is asked what is to become of them.
        case asking
    }

    init(for application: KirokuApplication, in gtk: Application) {
        self.application = application
        window = GtkKit.window(of: gtk, width: size.width, height: size.height)
        frame = WindowFrame()
        build()
        attach(self, to: window, key: "kiroku-document-window")
        window.onCloseRequest { [weak self] in self?.mayClose() ?? true }
        window.onDestroy { [weak self] in
            self?.endOpening()
            self?.onClosed?()
        }
        preferences = application.preferences.values.observe { [weak self] in self?.follow($0) }
        watchPlace()
        refresh()
    }

    /// The file that is in the window, or on its way there.
    var path: String? { shown?.path ?? openingPath }

    /// Whether this window shows, or is about to show, the file at `path`.
    func shows(_ path: String) -> Bool { self.path == path }

    /// Whether nothing is in the window, nor on its way there, and it is not about to close.
    var isVacant: Bool { shown == nil && task == nil && closing == .no }

    private func follow(_ change: PreferencesChange) {
        shown?.makeBackups(by: application.preferences.backupPolicy)
        keepSecondCopy()
        for screen in screens.values { screen.preferencesChanged(change) }
    }

    func present() { window.present() }

    /// Closes the window soon; one with nothing in it takes no file any more from now on.
    func close() {
        if isVacant { closing = .saving }
        window.close()
    }
}
