extension CardFile {
    /// Writes the changes in one transaction.
    ///
    /// Returns when they are durable.
    ///
    /// - Throws: ``StorageError/notFound(path:)`` if the file was deleted or moved away meanwhile,
    ///   ``StorageError/busy(path:)``, ``StorageError/diskFull(path:)``, ``StorageError/readOnly(path:)``,
    ///   ``StorageError/damaged(path:reason:)``, ``StorageError/changedElsewhere(path:)`` if another program has
    ///   written to the file since it was read or written here, has put another one in its place, or copied one over
    ///   it, ``StorageError/unwritable(path:reason:)``, and ``StorageError/unsupported`` after ``close()``. Nothing was
    ///   then written.
    package func commit(_ changes: [DocumentChange]) throws(StorageError) {
        try state.commit(changes, to: opened(), at: place)
    }

    /// Writes something other than changes of the document, in a transaction.
    ///
    /// It also works if other programs have written, provided that they did so through SQLite; the next ``commit(_:)`` reports
    /// that.
    ///
    /// - Parameters:
    ///   - since: the file's change counter before something that was written outside of a transaction; `nil` if nothing was.
    ///   - body: returns what the journal says of it.
    func writeBesides(
        _ connection: SQLiteConnection, since: UInt32? = nil,
        _ body: () throws(StorageError) -> [NewJournalRow]
    ) throws(StorageError) {
        try state.writeBesides(connection, at: place, since: since, body)
    }
}
