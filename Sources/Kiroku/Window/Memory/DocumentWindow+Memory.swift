import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Takes the size remembered for a document, or else that of the last window; call it before showing the window.
    func takeSize(for document: String) {
        guard let place = rememberedPlace(of: document) else { return }
        window.setInitialSize(width: place.width, height: place.height)
        if place.isMaximized { window.maximize() }
    }

    /// The remembered place of a document's window, or else of the last window.
    private func rememberedPlace(of document: String) -> WindowPlace? {
        let memory = application.windowMemory.memory
        return memory.place(of: document) ?? memory.usualPlace
    }

    /// Goes to where the user was last in the document's table.
    func takePosition() {
        guard let path, let table = placeInTable(of: path) else { return }
        cards.grid?.restore(table)
    }

    /// Where the user was last in a document's table.
    func placeInTable(of document: String) -> GridPosition? {
        application.windowMemory.memory.place(of: document)?.table
    }

    /// The folder to propose for exports and imports: the one used last, or else that of the document.
    ///
    /// For a document that was made from a text, it is that of the text; for one in the program's own folder, the one for documents.
    var exchangeFolder: String {
        if let lastExchangeFolder { return lastExchangeFolder }
        if let imported = shown?.imported { return FilePath.folder(of: imported.path) }
        let links = application.links
        guard let path, FilePath.folder(of: path) != links.ownFolder else { return links.documents }
        return FilePath.folder(of: path)
    }

    /// Remembers the folder of a file that was exported or imported.
    func rememberExchangeFolder(_ path: String) {
        lastExchangeFolder = FilePath.folder(of: path)
        keepPlace()
    }

    /// Follows the window's size, and remembers its state whenever the user turns to another window.
    func watchPlace() {
        window.onLayout { [weak self] in
            guard let self, !window.isMaximized else { return }
            size = window.size
        }
        window.onActiveChange { [weak self] in
            guard let self else { return }
            guard window.isActive else { return keepPlace() }
            application.becameActive(self)
            // Where nobody tells what others write, the user sees it on coming back.
            shown?.document.checkForNews()
        }
    }

    /// Remembers the size, state and position of the window.
    func keepPlace() {
        guard shown != nil, let path else { return }
        var place = WindowPlace(
            width: size.width, height: size.height, isMaximized: window.isMaximized, table: cards.grid?.position,
            exchangeFolder: lastExchangeFolder)
        // A window that fills the page of a browser is not maximized on the desktop.
        if application.isInBrowser { place.isMaximized = rememberedPlace(of: path)?.isMaximized ?? false }
        application.windowMemory.memory.keep(place, of: path)
        application.writeWindowMemory()
    }
}
