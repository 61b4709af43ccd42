import KirokuCore

/// An edit that a command makes in a document.
enum DocumentEdit {
    /// Applies a change as the window would, as one step to undo.
    ///
    /// The change is saved as a whole or not at all; a signal takes effect only after that.
    ///
    /// - Parameter step: the name of the step; `nil` for a title that follows from the change.
    static func save(
        _ change: Change, as step: ChangeTitle? = nil, to contents: DocumentContents, in store: any DocumentStore,
        at path: String
    ) async throws(CommandFailure) {
        let name = FilePath.name(of: path)
        try await Interruption.cancelling { @MainActor () async throws(CommandFailure) in
            let edited = Document(title: name, contents: contents, store: store)
            do throws(EditError) {
                try edited.apply(change, title: step)
            } catch {
                throw CommandFailure(error.message)
            }
            await edited.finishSaving()
            if case .failed(let error) = edited.saveState { throw CommandFailure(error) }
        }
    }
}
