/// How the document stands with its store, from the store's own answer.
public enum SaveState: Sendable, Hashable {
    /// Everything that was done is kept, durably.
    case saved
    /// Edits are on their way to the store.
    case saving
    /// The edits are kept in memory and tried again.
    case failed(StorageError)
    /// Nothing can be written there, so edits are refused.
    case readOnly
}
