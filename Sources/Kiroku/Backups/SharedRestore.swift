import KirokuCore
import KirokuServer

/// A shared document that is to be restored from a backup, and what that changes for everyone.
@MainActor
final class SharedRestore {
    /// Where the document is.
    let path: String
    private let edit: RestoreEdit
    private let document: Document
    /// The window's, or `nil` if the document was opened for this alone.
    private weak var session: DocumentSession?
    private let isInWindow: Bool

    /// Finds out what would be restored.
    ///
    /// - Parameters:
    ///   - document: the document in the backup.
    ///   - session: the document itself, if it is in a window.
    ///   - progress: called with the progress, from 0 to 1, on any thread.
    /// - Returns: `nil` if the document is not shared or does not exist.
    static func of(
        _ document: BackupSet.Document, in session: DocumentSession?,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(CopyMergeError) -> SharedRestore? {
        if let session {
            guard session.isShared else { return nil }
            return SharedRestore(
                document.path, try await session.document.edit(puttingBack: document.copy, progress: progress),
                session.document, session)
        }
        guard await SharedDocuments.shown(document.path) != nil else { return nil }
        let store = DocumentStores.at(document.path)
        let contents: DocumentContents
        do throws(StorageError) {
            contents = try await store.load()
        } catch {
            throw .storage(error)
        }
        let own = Document(title: DocumentName.title(of: document.path), contents: contents, store: store)
        do throws(CopyMergeError) {
            let edit = try await own.edit(puttingBack: document.copy, progress: progress)
            return SharedRestore(document.path, edit, own, nil)
        } catch {
            await own.close()
            throw error
        }
    }

    private init(_ path: String, _ edit: RestoreEdit, _ document: Document, _ session: DocumentSession?) {
        (self.path, self.edit, self.document, self.session) = (path, edit, document, session)
        isInWindow = session != nil
    }

    /// Makes the edit, and saves it.
    ///
    /// - Returns: the number of conflicts with what others have changed meanwhile.
    func make() async throws(CopyMergeError) -> Int {
        guard !isInWindow || session != nil else { throw .edit(.changedMeanwhile) }
        let conflicts = try await document.restore(edit)
        await document.finishSaving()
        if case .failed(let error) = document.saveState { throw .storage(error) }
        return conflicts
    }

    /// Closes the document if it was opened for this.
    func close() async { if !isInWindow { await document.close() } }

    // MARK: Words

    /// What it changes, as a text for the user.
    var text: String {
        let title = ["title": ShownText.short(DocumentName.title(of: path))]
        guard !edit.isEmpty else {
            return localizedSentences(
                [localized("“{title}” is shared. Its records are the same as in the backup.", title)] + rest)
        }
        var parts: [String] = []
        if edit.changedCount > 0 {
            parts.append(localized("{count} record changes", "{count} records change", count: edit.changedCount))
        }
        if edit.deletedCount > 0 {
            parts.append(
                localized("{count} record is deleted", "{count} records are deleted", count: edit.deletedCount))
        }
        if edit.addedCount > 0 {
            parts.append(
                localized("{count} record is restored", "{count} records are restored", count: edit.addedCount))
        }
        if edit.fieldCount > 0 {
            parts.append(localized("{count} field is restored", "{count} fields are restored", count: edit.fieldCount))
        }
        let changes = title.merging(["what": parts.joined(separator: ", ")]) { $1 }
        return localizedSentences(
            [
                localized("“{title}” is shared: {what}.", changes),
                localized("Everyone who shares this document receives this change."),
            ] + rest)
    }

    /// What stays as it is.
    private var rest: [String] {
        var sentences: [String] = []
        func name(_ fields: [String], _ sentence: ([String: String]) -> String) {
            guard !fields.isEmpty else { return }
            sentences.append(sentence(["names": fields.map { ShownText.short($0) }.joined(separator: ", ")]))
        }
        name(edit.stayingFields) { localized("Fields added since the backup are not removed: {names}.", $0) }
        name(edit.missingFields) { localized("Fields that cannot be restored: {names}.", $0) }
        if edit.hasOtherDifferences {
            sentences.append(
                localized("Names, types and rules of fields and the order of the records do not change."))
        }
        if edit.missingPictureCount > 0 {
            sentences.append(
                localized(
                    "{count} picture is not in the backup.", "{count} pictures are not in the backup.",
                    count: edit.missingPictureCount))
        }
        return sentences
    }
}
