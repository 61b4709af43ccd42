import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Takes the size that is remembered for a document, or else that of the last window; before it is shown.
    func takeSize(for document: String) {
        guard let place = rememberedPlace(of: document) else { return }
        window.setInitialSize(width: place.width, height: place.height)
        if place.isMaximized { window.maximize() }
    }

    /// What is remembered of a document's window, or else of the last one.
    private func rememberedPlace(of document: String) -> WindowPlace? {
        let memory = application.windowMemory.memory
        return memory.place(of: document) ?? memory.usualPlace
    }

    /// Goes to where the user was in the document's table last.
    func takePosition() {
        guard let path, let table = placeInTable(of: path) else { return }
        cards.grid?.restore(table)
    }

    /// Where the user was in a document's table last.
    func placeInTable(of document: String) -> GridPosition? {
        application.windowMemory.memory.place(of: document)?.table
    }

    /// Where files of the document are written to and read from: where that was done last, or else beside the document, or
    /// beside the text that it was made from.
    var exchangeFolder: String {
        if let chosenFolder { return chosenFolder }
        let links = application.links
        guard let path, FilePath.folder(of: path) != links.documentFolder else {
            return imported.map { FilePath.folder(of: $0.path) } ?? links.documents
        }
        return FilePath.folder(of: path)
    }

    /// Remembers where a file of the document was written to or read from.
    func noteExchange(_ path: String) {
        chosenFolder = FilePath.folder(of: path)
        keepPlace()
    }

    /// Follows the window's size, and keeps how it stands whenever the user turns to something else.
    func watchPlace() {
        window.onLayout { [weak self] in
            guard let self, !window.isMaximized else { return }
            size = window.size
        }
        window.onActiveChange { [weak self] in
            guard let self else { return }
            if window.isActive { application.becameActive(self) } else { keepPlace() }
        }
    }

    /// Remembers how the window stands.
    func keepPlace() {
        guard shown != nil, let path else { return }
        var place = WindowPlace(
            width: size.width, height: size.height, isMaximized: window.isMaximized, table: cards.grid?.position,
            exchangeFolder: chosenFolder)
        // That it fills the page of a browser says nothing about the desktop.
        if application.isInBrowser { place.isMaximized = rememberedPlace(of: path)?.isMaximized ?? false }
        application.windowMemory.memory.keep(place, of: path)
        application.writeWindowMemory()
    }
}
