extension CardFile {
    /// Makes a new document with the records of `table`.
    ///
    /// The file appears in its place only when it is complete and durable. If the task is cancelled, nothing is left
    /// behind.
    ///
    /// - Parameters:
    ///   - path: where; there must be nothing yet.
    ///   - table: the records that the document begins with.
    ///   - fieldWidths: how wide fields are shown, in pixels at a text scale of 1.
    ///   - settings: how the document is looked at.
    ///   - progress: is told how far it has come.
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` for a missing folder,
    ///   ``StorageError/unwritable(path:reason:)``, ``StorageError/readOnly(path:)``, ``StorageError/diskFull(path:)``,
    ///   ``StorageError/cancelled``.
    public static func create(
        at path: String, table: RecordTable, fieldWidths: [FieldID: Int] = [:],
        settings: DocumentSettings = DocumentSettings(), progress: ProgressHandler? = nil
    ) async throws(StorageError) -> CardFile {
        let file = CardFile(path: path, lockWait: usualLockWait)
        try await file.create(
            DocumentContents(table: table, fieldWidths: fieldWidths, settings: settings), progress)
        return file
    }

    private func create(_ contents: DocumentContents, _ progress: ProgressHandler?) throws(StorageError) {
        let unpublished = try UnpublishedFile(for: path)
        try write(contents, to: unpublished.hiddenPath, progress)
        try Self.report(1, to: progress)
        try unpublished.publish()
        let connection = try SQLiteConnection(
            file: try existingFile(), path: path, access: .writing, lockWait: lockWait)
        try Self.prepareForCommits(connection)
        _ = try connection.othersHaveWritten()
        self.connection = connection
        history = .empty
    }

    private func write(
        _ contents: DocumentContents, to file: String, _ progress: ProgressHandler?
    ) throws(StorageError) {
        let table = contents.table
        let connection = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // Nobody else knows the file, and after a crash it is worthless: it is made durable once, at the end.
        try connection.execute(
            "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
        try connection.execute(Self.shrinkable)
        var mark: String?
        try connection.transaction { () throws(StorageError) in
            try connection.execute(CardFileFormat.creation(of: table.schema))
            try connection.writeFields(of: table.schema)
            try connection.writeWidths(contents.fieldWidths)
            try connection.writeSettings(contents.settings.stored.mapValues(Optional.some))
            try connection.insert(table) { (done) throws(StorageError) in
                try Self.report(Double(done) / Double(table.count), to: progress)
            }
            try connection.execute(CardFileFormat.view(of: table.schema))
            mark = try connection.markCommit()
        }
        self.mark = mark
    }
}
