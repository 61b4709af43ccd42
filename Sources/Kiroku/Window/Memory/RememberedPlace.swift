import GtkKit
import KirokuCore
import KirokuViews

/// What is remembered of a window for its document: size and state, where the user is in the table, and the folder of
/// exported and imported files.
@MainActor
final class RememberedPlace {
    /// The size, in pixels, of a window about which nothing is remembered.
    static let usualSize = (width: 1100, height: 720)

    private unowned let window: DocumentWindow
    private let frame: Window
    /// The last size in pixels at which the window did not fill the screen.
    private var size = usualSize
    /// The folder that files of the document were last written to or read from; `nil` if there is none yet.
    private var lastExchangeFolder: String?

    init(of window: DocumentWindow) {
        self.window = window
        frame = window.window
    }

    /// Follows the size of the window.
    func watch() {
        frame.onLayout { [weak self] in
            guard let self, !frame.isMaximized else { return }
            size = frame.size
        }
    }

    /// Takes the size remembered for a document, or else that of the last window; call it before showing the window.
    func takeSize(for document: String) {
        guard let place = place(of: document) else { return }
        frame.setInitialSize(width: place.width, height: place.height)
        if place.isMaximized { frame.maximize() }
    }

    /// Takes the folder remembered for a document.
    func takeFolder(for document: String) {
        lastExchangeFolder = window.application.windowMemory.memory.place(of: document)?.exchangeFolder
    }

    /// Goes to where the user was last in the document's table.
    func takePosition() {
        guard let path = window.path, let table = positionInTable(of: path) else { return }
        window.cards.grid?.restore(table)
    }

    /// Where the user was last in a document's table.
    func positionInTable(of document: String) -> GridPosition? {
        window.application.windowMemory.memory.place(of: document)?.table
    }

    /// Remembers the size, state and position of the window.
    func keep() {
        guard window.shown != nil, let path = window.path else { return }
        let application = window.application
        var place = WindowPlace(
            width: size.width, height: size.height, isMaximized: frame.isMaximized,
            table: window.cards.grid?.position, exchangeFolder: lastExchangeFolder)
        // A window that fills the page of a browser is not maximized on the desktop.
        if application.isInBrowser { place.isMaximized = self.place(of: path)?.isMaximized ?? false }
        application.windowMemory.memory.keep(place, of: path)
        application.writeWindowMemory()
    }

    /// The remembered place of a document's window, or else of the last window.
    private func place(of document: String) -> WindowPlace? {
        let memory = window.application.windowMemory.memory
        return memory.place(of: document) ?? memory.usualPlace
    }

    // MARK: Exported and imported files

    /// The folder to propose for exports and imports: the one used last, or else that of the document.
    ///
    /// For a document that was made from a text, it is that of the text; for one in the program's own folder, the one
    /// for documents.
    var exchangeFolder: String {
        if let lastExchangeFolder { return lastExchangeFolder }
        if let imported = window.shown?.imported { return FilePath.folder(of: imported.path) }
        let links = window.application.links
        guard let path = window.path, FilePath.folder(of: path) != links.ownFolder else { return links.documents }
        return FilePath.folder(of: path)
    }

    /// Remembers the folder of a file that was exported or imported.
    func rememberExchangeFolder(_ path: String) {
        lastExchangeFolder = FilePath.folder(of: path)
        keep()
    }
}
