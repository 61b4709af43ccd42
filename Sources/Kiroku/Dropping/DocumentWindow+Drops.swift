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
            onDrop: { [weak self] uris, _, _ in self?.drop(uris, on: DropPlace()) })
    }

    /// Opens documents, imports text files, and puts pictures into records.
    func drop(_ uris: [String], on place: DropPlace) {
        screen?.commitEditing()
        let files = uris.map { DroppedFiles.File(uri: $0, path: FileAddress.path(ofURI: $0)) }
        Task { [weak self] in
            let sorted = await DroppedFiles.sorted(files, areForPicture: place.isPicture)
            self?.take(sorted, on: place)
        }
    }

    /// Pictures come first, as an import asks a question before it continues; all messages are shown together.
    private func take(_ files: DroppedFiles, on place: DropPlace) {
        guard dialog == nil else { return }
        application.open(files.documents)
        let complaint = complaint(about: files)
        guard !files.pictures.isEmpty else {
            if let complaint { show(complaint) }
            return takeTexts(files.texts, saying: complaint)
        }
        screens.show(.cards)
        cards.takePictures(files.pictures, on: place) { [weak self] news in
            let all = news.joined(with: complaint)
            if let all { self?.show(all) }
            self?.takeTexts(files.texts, saying: all)
        }
    }

    private func takeTexts(_ texts: [String], saying news: Message?) {
        guard !texts.isEmpty else { return }
        if shown == nil { return application.open(texts) }
        screens.show(.cards)
        window.present()
        cards.importFiles(texts, after: news)
    }

    private func complaint(about files: DroppedFiles) -> Message? {
        if let refused = files.refused.first { return Message(refused.message, .error) }
        guard files.distant > 0 else { return nil }
        return Message(localized("Only files that are on this computer can be dropped here."), .caution)
    }
}

/// Where in a table files were dropped.
struct DropPlace {
    /// The record; `nil` for new ones.
    var record: RecordID?
    /// The field of the pictures; `nil` if that is not clear from the place.
    var field: FieldID?
    /// Whether a picture is shown there, or would be.
    var isPicture = false
}

extension Message? {
    /// Both messages in one, with the more serious kind.
    func joined(with other: Message?) -> Message? {
        guard let self, let other else { return self ?? other }
        let kinds = [self.kind, other.kind]
        let kind = [MessageKind.error, .caution].first { kinds.contains($0) } ?? self.kind
        return Message(localizedSentences([self.text, other.text]), kind)
    }
}
