import KirokuCore
import KirokuViews

/// The text that the document was made from is read in another way.
extension DocumentWindow {
    /// The other ways to read the text that the document has just been made from; none once the document has been
    /// edited.
    var textRevisions: [TextRevision] {
        guard let document = shown?.document, !document.isReadOnly, document.undoTitle == nil else { return [] }
        return document.redoTitle == nil ? shown?.imported?.revisions ?? [] : []
    }

    /// Makes the document again from its text, read in another way.
    ///
    /// If the text can no longer be read, the document stays as it is.
    func revise(_ revision: TextRevision) {
        guard textRevisions.contains(revision), let imported = shown?.imported, isIdle else { return }
        let path = imported.path
        var options = imported.options
        revision.apply(to: &options)
        opening.prepare { [options] () -> StorageError? in
            do throws(StorageError) {
                _ = try await TableFile.preview(path: path, count: 1, options: options)
                return nil
            } catch {
                return error
            }
        } done: { [weak self, options] problem in
            guard let self else { return }
            if let problem {
                show(Message(problem.message, .error))
            } else if textRevisions.contains(revision), isIdle {
                makeAgain(from: path, options)
            }
            refresh()
        }
        refresh()
    }

    private func makeAgain(from path: String, _ options: SeparatedText.ReadingOptions) {
        guard let shown else { return }
        put(nil)
        opening.prepare {
            await shown.discard()
        } done: { [weak self] in
            self?.opening.start(path, options: options, isAgain: true)
        }
    }

    private var isIdle: Bool { !opening.isRunning && dialog == nil && !closing.isUnderway && !fileWork.isRunning }
}
