extension CardFile {
    /// Makes a new document with the records of `table`.
    ///
    /// The file appears at its path only when it is complete and durable. If the task is cancelled, nothing is left
    /// behind.
    ///
    /// - Parameters:
    ///   - path: where to create it; nothing may be there yet.
    ///   - table: the records that the document begins with.
    ///   - fieldWidths: how wide fields are shown, in pixels at a text scale of 1.
    ///   - settings: how the document is shown.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Throws: ``StorageError/alreadyExists(path:)``, ``StorageError/notFound(path:)`` for a missing folder,
    ///   ``StorageError/unwritable(path:reason:)``, ``StorageError/readOnly(path:)``, ``StorageError/diskFull(path:)``,
    ///   ``StorageError/cancelled``.
    static func create(
        at path: String, table: RecordTable, fieldWidths: [FieldID: Int] = [:],
        settings: DocumentSettings = DocumentSettings(), progress: ProgressHandler? = nil
    ) async throws(StorageError) -> CardFile {
        let file = CardFile(path: path, lockWait: usualLockWait)
        _ = try await file.create(
            DocumentContents(table: table, fieldWidths: fieldWidths, settings: settings), picturesOf: nil, progress)
        return file
    }

    /// Makes a new document with all of these contents, history included, and the pictures of another one.
    ///
    /// Like ``create(at:table:fieldWidths:settings:progress:)``; the file appears together with its pictures.
    ///
    /// - Parameter source: the document whose pictures it gets; `nil` if there are none.
    /// - Returns: the new document, and whether all pictures could be read.
    static func copy(
        _ contents: DocumentContents, picturesOf source: (any PictureStore)?, to path: String,
        _ progress: ProgressHandler?
    ) async throws(StorageError) -> (file: CardFile, hasPictures: Bool) {
        let file = CardFile(path: path, lockWait: usualLockWait)
        let hasPictures = try await file.create(contents, picturesOf: source, progress)
        return (file, hasPictures)
    }

    private func create(
        _ contents: DocumentContents, picturesOf source: (any PictureStore)?, _ progress: ProgressHandler?
    ) async throws(StorageError) -> Bool {
        let unpublished = try UnpublishedFile(for: path)
        let hasPictures = try await fill(unpublished.hiddenPath, with: contents, picturesOf: source, progress)
        try Self.report(1, to: progress)
        try unpublished.publish()
        let connection = try SQLiteConnection(
            file: try place.existingFile(), path: path, access: .writing, lockWait: lockWait)
        try use(connection, isForCommits: true)
        _ = try connection.othersHaveWritten()
        startWatching(try place.existingFile())
        setCanWrite(true)
        return hasPictures
    }

    /// Writes a document into an empty file that no one else knows.
    ///
    /// - Returns: whether all pictures of the source could be read.
    func fill(
        _ file: String, with contents: DocumentContents, picturesOf source: (any PictureStore)?,
        _ progress: ProgressHandler?
    ) async throws(StorageError) -> Bool {
        let table = contents.table
        let connection = try SQLiteConnection(file: file, path: path, access: .creating, lockWait: 0)
        // No one else knows the file, and it is worthless after a crash, so it is made durable only once, at the end.
        try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        try connection.execute(Self.shrinkable)
        let share = source == nil ? 1 : 0.5
        try connection.transaction { () throws(StorageError) in
            try connection.execute(CardFileFormat.creation(of: table.schema))
            try connection.writeFields(of: table.schema)
            try connection.writeWidths(contents.fieldWidths)
            try connection.writeSettings(contents.settings.stored.mapValues(Optional.some))
            try connection.insert(table) { (done) throws(StorageError) in
                try Self.report(share * Double(done) / Double(table.count), to: progress)
            }
            try connection.execute(CardFileFormat.view(of: table.schema))
        }
        var hasPictures = true
        if let source {
            hasPictures = try await copyPictures(of: source, to: connection) { (done) throws(StorageError) in
                try Self.report(share + (1 - share) * done, to: progress)
            }
        }
        var new = Journal()
        try connection.transaction { () throws(StorageError) in
            let edits = contents.history.edits(leadingTo: table)
            var open = edits.map { DocumentChange.edit($0) }.open
            for edit in contents.open.open { open.open(edit) }
            try connection.write(open)
            // The last row lets copies of the file recognise each other before anything has been edited.
            let rows = try NewJournalRow.rows(
                of: edits.map { .edit($0) }, sending: nil, field: connection.logFields(besides: edits.map(\.change)))
            try new.write(rows + [NewJournalRow(author: nil, parts: [.nothing])], to: connection)
        }
        state = try FileState(connection)
        return hasPictures
    }

    /// Copies the pictures of another document into this one, while no one else knows this file.
    ///
    /// - Returns: whether all were copied; unreadable ones are left out.
    /// - Throws: ``StorageError`` if one cannot be written, and what `progress` throws.
    private func copyPictures(
        of source: any PictureStore, to connection: SQLiteConnection, _ progress: (Double) throws(StorageError) -> Void
    ) async throws(StorageError) -> Bool {
        let pictures: [StoredPicture]
        do throws(StorageError) {
            pictures = try await source.pictures()
        } catch {
            Reports.error("KRK_DC_PC", "pictures stay behind: \(error)")
            return false
        }
        if !pictures.isEmpty { try connection.execute(PictureTable.creation) }
        var isWhole = true
        for (index, picture) in pictures.enumerated() {
            try progress(Double(index) / Double(pictures.count))
            let bytes: [UInt8]?
            do throws(StorageError) {
                bytes = try await source.picture(named: picture.name, atMost: .max)
            } catch {
                Reports.error("KRK_DC_PC", "\(data: picture.name) stays behind: \(error)")
                isWhole = false
                continue
            }
            if let bytes { try connection.insertPicture(bytes, hash: picture.hash, name: picture.name) }
        }
        return isWhole
    }
}
