/// How the document stands with its file, from the link's own answer.
public enum SaveState: Sendable, Hashable {
    /// Everything that was done is in the file, durably.
    case saved
    /// Edits are on their way to the file.
    case saving
    /// The edits are kept in memory and tried again.
    case failed(StorageError)
    /// The file cannot be written to, so edits are refused.
    case readOnly
}
