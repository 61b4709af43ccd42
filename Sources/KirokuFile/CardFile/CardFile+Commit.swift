extension CardFile {
    /// Writes the changes in one transaction.
    ///
    /// Returns when they are durable.
    ///
    /// - Throws: ``StorageError/notFound(path:)`` if the file was deleted or moved away, ``StorageError/busy(path:)``,
    ///   ``StorageError/diskFull(path:)``, ``StorageError/readOnly(path:)``, ``StorageError/damaged(path:reason:)``,
    ///   ``StorageError/changedElsewhere(path:)`` if another program has written to the file since it was read or
    ///   written here, has replaced it, or has copied another file over it, ``StorageError/unwritable(path:reason:)``,
    ///   and ``StorageError/unsupported`` after ``close()``. Nothing was written then.
    package func commit(_ changes: [DocumentChange]) throws(StorageError) {
        try state.commit(changes, to: opened(), at: place)
    }

    /// Writes data other than changes of the document, in a transaction.
    ///
    /// Works even if other programs have written, provided that they used SQLite; the next ``commit(_:)`` reports that.
    ///
    /// - Parameters:
    ///   - since: the file's change counter before a write outside of a transaction; `nil` if there was none.
    ///   - body: writes the data, and returns the journal rows for it.
    func writeBesides(
        _ connection: SQLiteConnection, since: UInt32? = nil,
        _ body: () throws(StorageError) -> [NewJournalRow]
    ) throws(StorageError) {
        try state.writeBesides(connection, at: place, since: since, body)
    }
}
