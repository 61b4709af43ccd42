import Glibc

extension CardFile {
    /// Opens a document and reads all of it.
    ///
    /// - Returns: its contents and its store.
    /// - Throws: what ``load(around:beginning:progress:)`` throws.
    static func open(
        at path: String, lockWait: Int32 = usualLockWait,
        conditions: DocumentReader.Conditions = DocumentReader.Conditions(), progress: ProgressHandler? = nil,
        around place: RecordPlace? = nil,
        beginning: (@Sendable (PartialDocument) -> Void)? = nil
    ) async throws(StorageError) -> (contents: DocumentContents, store: CardFile) {
        let file = CardFile(path: path, lockWait: lockWait)
        return (try await file.load(conditions, progress, around: place, beginning), file)
    }

    /// Reads the file, or the one that has replaced it; later commits are based on what was read.
    ///
    /// A file that is not a document, is damaged, or comes from another version is left as it is, byte for byte.
    ///
    /// - Throws: ``StorageError/notFound(at:)``, ``StorageError/unreadable(at:reason:)``,
    ///   ``StorageError/notAFile(at:)``, ``StorageError/notADocument(at:)``, ``StorageError/earlierVersion(at:)``,
    ///   ``StorageError/newerVersion(at:)``, ``StorageError/damaged(at:reason:)``, ``StorageError/busy(at:)`` if
    ///   another program keeps the file locked for five seconds, ``StorageError/readOnly(at:)`` if it was writable when
    ///   it was last loaded, but no longer is, ``StorageError/cancelled``. Commits are then based on what was loaded
    ///   before.
    package func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await load(DocumentReader.Conditions(), progress, around: place, beginning)
    }

    /// Opens a document without reading its records, to read its pictures or copy it.
    ///
    /// Nothing can be written then.
    package func openForReading() throws(StorageError) {
        let reading = try SQLiteConnection(
            file: try place.existingFile(), path: path, access: .reading, lockWait: lockWait)
        try checkHeader(try reading.bytes(CardFileHeader.size))
        try reading.checkOwnTables()
        try use(reading, isForCommits: false)
    }

    /// Reads all of a document without being able to write to it.
    func loadForReading() async throws(StorageError) -> DocumentContents {
        try await load(DocumentReader.Conditions(), nil, around: nil, nil, isForReading: true)
    }

    private func load(
        _ conditions: DocumentReader.Conditions, _ progress: ProgressHandler?, around place: RecordPlace?,
        _ beginning: (@Sendable (PartialDocument) -> Void)?, isForReading: Bool = false
    ) async throws(StorageError) -> DocumentContents {
        let opened = try makeReader(conditions, isForReading: isForReading)
        let stamp = FileStamp(opened.file)
        var reader = opened.reader
        if opened.isReadOnly, capabilities.contains(.edits) { throw .readOnly(path: path) }
        reader.conditions.readsHistory = !opened.isReadOnly
        let second = opened.second
        let result: Result<DocumentContents, StorageError>
        do throws(StorageError) {
            result = .success(try await reader.read(with: second, progress, around: place, beginning: beginning))
        } catch {
            result = .failure(error)
        }
        await second.close()
        let contents = try result.get()
        try use(reader.connection, isForCommits: !opened.isReadOnly)
        state.take(reader, contents, stamp: stamp, isForReading: opened.isReadOnly)
        startWatching(opened.file, wasRead: true)
        setCanWrite(!opened.isReadOnly)
        if !opened.isReadOnly { Leftovers.clearInBackground([FilePath.folder(of: opened.file)]) }
        return contents
    }

    /// Searches the file; what the store has loaded is not affected.
    ///
    /// - Throws: what ``load(around:beginning:progress:)`` throws.
    package func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        try await search(DocumentReader.Conditions(), plan)
    }

    /// The same with other conditions, for tests.
    func search<Failure: Error>(
        _ conditions: DocumentReader.Conditions, _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        var opened = try makeReader(conditions)
        let result: Result<Result<FoundRecords, Failure>, StorageError>
        do throws(StorageError) {
            result = .success(try await opened.reader.search(with: opened.second, plan))
        } catch {
            result = .failure(error)
        }
        await opened.second.close()
        return try result.get()
    }

    /// The saved views of the document in the file, for its fields; nothing else of it is read.
    ///
    /// - Throws: what ``load(around:beginning:progress:)`` throws.
    func views() async throws(StorageError) -> [SavedView] {
        var opened = try makeReader(DocumentReader.Conditions(), isForReading: true)
        let result: Result<[SavedView], StorageError>
        do throws(StorageError) {
            result = .success(try opened.reader.readViews())
        } catch {
            result = .failure(error)
        }
        await opened.second.close()
        return try result.get()
    }

    /// What reads a document, or a part of it.
    private struct OpenedFile {
        var reader: DocumentReader
        let second: SecondReader
        let file: String
        let isReadOnly: Bool
    }

    /// Opens the file that is now at the path.
    private func makeReader(
        _ conditions: DocumentReader.Conditions, isForReading: Bool = false
    ) throws(StorageError) -> OpenedFile {
        guard !isClosed else { throw .unsupported }
        let file = try place.existingFile()
        var connection = try SQLiteConnection(file: file, path: path, access: .reading, lockWait: lockWait)
        try checkHeader(try connection.bytes(CardFileHeader.size))
        let isReadOnly = isForReading || !canWrite(file)
        let access: SQLiteConnection.Access = isReadOnly ? .reading : .writing
        if !isReadOnly {
            connection = try SQLiteConnection(file: file, path: path, access: access, lockWait: lockWait)
        }
        let size = fileSize(file)
        let reader = DocumentReader(
            connection: connection, path: path, fileSize: size, conditions: conditions)
        let second = SecondReader(file: file, access: access, fileSize: size)
        return OpenedFile(reader: reader, second: second, file: file, isReadOnly: isReadOnly)
    }

    /// The size of a file in bytes; 0 if it does not exist.
    func fileSize(_ file: String) -> Int {
        var info = stat()
        return stat(file, &info) == 0 ? Int(info.st_size) : 0
    }

    /// Checks that the header is that of a document in the format of this version.
    func checkHeader(_ bytes: [UInt8]) throws(StorageError) {
        let header = CardFileHeader(bytes)
        guard header.isSQLite, header.applicationID == CardFileFormat.applicationID else {
            throw .notADocument(path: path)
        }
        guard header.version > 0 else {
            throw .damaged(path: path, reason: localized("The version number is invalid."))
        }
        guard !CardFileFormat.formerVersions.contains(header.version) else { throw .earlierVersion(path: path) }
        guard header.version == CardFileFormat.version else { throw .newerVersion(path: path) }
    }

    /// Whether file and folder may be written to; the folder, because the journal is created in it.
    private func canWrite(_ file: String) -> Bool {
        let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/"
        return [file, folder].allSatisfy { place in
            var info = stat()
            // The superuser can write to everything, but a file without write permissions is meant to be left alone.
            return access(place, W_OK) == 0 && stat(place, &info) == 0 && info.st_mode & 0o222 != 0
        }
    }
}
