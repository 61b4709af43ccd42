import GtkKit
import KirokuCore
import KirokuViews

extension DocumentWindow {
    /// Accepts files dropped anywhere in the window where nothing else takes them; an open sheet keeps them away.
    func takeDrops() {
        frame.widget.acceptFileDrops(
            { [weak self] _, _ in
                self?.frame.showDropping(true)
                return true
            },
            onLeave: { [weak self] in self?.frame.showDropping(false) },
            onDrop: { [weak self] uris, _, _ in self?.drop(uris) })
    }

    /// Opens documents and imports text files.
    func drop(_ uris: [String]) {
        screen?.commitEditing()
        let paths = uris.compactMap { FileAddress.path(ofURI: $0) }
        Task { [weak self] in
            let files = await DroppedFiles.sorted(paths)
            self?.take(files, others: uris.count - paths.count)
        }
    }

    /// - Parameter others: the number of other dropped files, which have no path.
    private func take(_ files: DroppedFiles, others: Int) {
        guard dialog == nil else { return }
        application.open(files.documents)
        if shown == nil {
            application.open(files.texts)
        } else if !files.texts.isEmpty {
            show(.cards)
            window.present()
            cards.importFiles(files.texts)
        }
        if let refused = files.refused.first {
            show(Message(refused.message, .error))
        } else if others > 0 {
            show(Message(localized("Only files that are on this computer can be dropped here."), .caution))
        }
    }
}
