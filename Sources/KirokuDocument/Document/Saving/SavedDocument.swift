/// What a ``DocumentSaver`` knows of its document.
@MainActor
protocol SavedDocument: AnyObject {
    /// The records after the last edit, saved or not.
    var table: RecordTable { get }
    /// A number that changes with the table.
    var revision: Int { get }
    /// Replaces the table by what it is after others have changed it.
    func show(_ received: ReceivedNews)
    /// The document's file has been moved from this place.
    func follow(from old: StorageLocation)
    /// ``DocumentSaver/state`` has changed.
    func saveStateChanged()
}
