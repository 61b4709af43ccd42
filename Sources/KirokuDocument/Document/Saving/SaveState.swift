/// How far the document is saved, as its store reports.
public enum SaveState: Sendable, Hashable {
    /// All edits are durably saved.
    case saved
    /// Edits are being saved.
    case saving
    /// Saving failed; the edits are kept in memory and retried.
    case failed(StorageError)
    /// The store cannot be written to, so edits are refused.
    case readOnly
}
