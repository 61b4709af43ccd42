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
    let header = headerBar()
    let messageLine = MessageLine()
    let status = row()
    let stack = GtkKit.stack()
    /// What sheets slide over: all that is in the window.
    let sheetHost = SheetHost()
    /// The first screen, which is there from the beginning.
    private(set) lazy var cards = CardsScreen(in: self)
    /// The screens that were shown so far.
    var screens: [ScreenKind: any Screen] = [:]
    var places: [ScreenKind: ScreenPlaces] = [:]
    var actions: [Command: Action] = [:]
    var screenChoice: Choice?
    /// The screen that is shown.
    var shownScreen = ScreenKind.cards
    var shown: ShownDocument?
    /// The document that is being opened.
    var task: Task<Void, Never>?
    /// The file that is in the window, or on its way there.
    var path: String?
    var closing = Closing.no
    var hasSavingFailed = false

    /// A document in the window.
    struct ShownDocument {
        let path: String
        let document: Document
        let observation: Observation
    }

    /// How far the closing of the window has come.
    enum Closing {
        case no
        /// The last edits are being saved.
        case saving
        /// They could not be saved, and the user was told; the next time the window closes without them.
        case warned
    }

    init(for application: KirokuApplication, in gtk: Application) {
        self.application = application
        window = GtkKit.window(of: gtk, width: 960, height: 640)
        build()
        attach(self, to: window, key: "kiroku-document-window")
        window.onCloseRequest { [weak self] in self?.mayClose() ?? true }
        window.onDestroy { [weak self] in
            self?.task?.cancel()
            self?.onClosed?()
        }
        refresh()
    }

    /// Whether this window shows, or is about to show, the file at `path`.
    func shows(_ path: String) -> Bool { self.path == path || shown?.path == path }

    /// Whether nothing is in the window, nor on its way there.
    var isVacant: Bool { shown == nil && task == nil }

    func present() { window.present() }

    func close() { window.close() }
}
