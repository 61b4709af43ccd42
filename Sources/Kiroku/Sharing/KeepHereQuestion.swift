import GtkKit
import KirokuCore
import KirokuViews

/// Asks whether a shared document is to become independent again, and fetches the pictures that it would lack.
@MainActor
final class KeepHereQuestion: WindowDialog {
    /// Called when the sharing is to end.
    var onEnd: (() -> Void)?
    /// Called when the question is closed.
    var onClosed: (() -> Void)?

    private let document: Document
    private let question: QuestionSheet
    private let progress = ProgressRow(name: localized("Progress of the pictures"))
    private var fetching: Task<Void, Never>?
    private var offersWithoutPictures = false

    /// - Parameters:
    ///   - document: the document.
    ///   - waiting: how many of its edits have not been sent.
    ///   - window: the window that the question slides over.
    init(_ document: Document, waiting: Int, over window: DocumentWindow) {
        self.document = document
        question = QuestionSheet(
            over: window, localized("Keep a copy here and stop sharing it?"),
            text: localizedSentences([
                localized(
                    "The document keeps all its records and its history, but is no longer kept in sync with the server. Others can continue there."
                ),
                waiting == 0
                    ? localized("All your edits are on the server.")
                    : localized(
                        "{count} edit has not been sent. It stays here, and others will not receive it.",
                        "{count} edits have not been sent. They stay here, and others will not receive them.",
                        count: waiting),
            ]),
            cancel: waiting == 0 ? localized("_Cancel") : localized("Keep _Sharing"),
            ok: waiting == 0 ? localized("_Keep a Copy") : nil)
        question.append(progress)
        question.onOK = { [weak self] in self?.fetch() }
        question.onClosed = { [weak self] in
            self?.fetching?.cancel()
            self?.onClosed?()
        }
        progress.onCancel = { [weak self] in self?.fetching?.cancel() }
        guard waiting > 0 else { return }
        question.offer(localized("Stop _Without Sending"), destroys: true) { [weak self] in self?.fetch() }
    }

    func open() { question.open() }

    /// Fetches what is only on the server, and ends the sharing.
    private func fetch() {
        guard fetching == nil else { return }
        question.show(nil)
        let relay = ProgressRelay { [weak self] share in
            if self?.progress.isActive == true { self?.progress.fraction = share }
        }
        progress.begin(localized("Fetching the pictures…"))
        fetching = Task { [weak self, document] in
            var failure: StorageError?
            do throws(StorageError) {
                try await document.fetchPictures { relay.report($0) }
            } catch {
                failure = error
            }
            self?.finish(failure)
        }
    }

    private func finish(_ failure: StorageError?) {
        fetching = nil
        progress.end()
        guard let failure else { return end() }
        guard failure != .cancelled else { return }
        question.show(Message(failure.message, .error))
        guard failure.missingPictureCount != nil, !offersWithoutPictures else { return }
        offersWithoutPictures = true
        question.offer(localized("Stop _Without These Pictures"), destroys: true) { [weak self] in self?.end() }
    }

    private func end() {
        question.close()
        onEnd?()
    }
}
