/// What a ``DocumentSaver`` needs of its document.
@MainActor
protocol SavedDocument: AnyObject {
    /// The records after the last edit, saved or not.
    var table: RecordTable { get }
    /// A number that changes with the table.
    var revision: Int { get }
    /// Replaces the table after others have changed it.
    func show(_ received: ReceivedNews)
    /// Called when the document's file has been moved from `old`.
    func follow(from old: StorageLocation)
    /// Called when ``DocumentSaver/state`` has changed.
    func saveStateChanged()
}
