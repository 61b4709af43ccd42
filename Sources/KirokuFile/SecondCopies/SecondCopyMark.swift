import Glibc

/// The mark that identifies a second copy, in a property of the file.
struct SecondCopyMark: Sendable, Hashable {
    /// The document of which this is a copy.
    let origin: String
    /// The document's change counter when it was copied.
    let version: UInt32
    /// Whether no program has written to the copy since then.
    let isUnchanged: Bool

    init(origin: String, version: UInt32) {
        self.origin = origin
        self.version = version
        isUnchanged = true
    }

    private init?(text: String, counter: UInt32) {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let known = UInt32(parts[0]), let version = UInt32(parts[1]) else { return nil }
        origin = String(parts[2])
        self.version = version
        isUnchanged = known == counter
    }

    /// The mark in a file; `nil` if it has none, or is not a document.
    ///
    /// - Throws: ``StorageError`` if the file cannot be read, or is locked.
    static func read(from path: String) throws(StorageError) -> SecondCopyMark? {
        do throws(StorageError) {
            let connection = try connection(to: path, .reading)
            let counter = try header(of: connection).changeCounter
            return try connection.property(CardFileFormat.secondCopyProperty).flatMap {
                SecondCopyMark(text: $0, counter: counter)
            }
        } catch {
            // A dangling symbolic link exists, but is not a copy.
            if error == .notFound(path: path) || error.isDamage { return nil }
            throw error
        }
    }

    /// The document's change counter, which grows with every write by any program.
    static func counter(of path: String) throws(StorageError) -> UInt32 {
        try header(of: try connection(to: path, .reading)).changeCounter
    }

    /// Marks a copy, and saves it durably.
    ///
    /// - Parameter place: the path that errors name.
    func write(to path: String, for place: String) throws(StorageError) {
        let connection = try SQLiteConnection(file: path, path: place, access: .writing, lockWait: 0)
        try connection.execute("PRAGMA journal_mode = MEMORY")
        // Writing the mark increases the counter, too.
        let counter = try Self.header(of: connection).changeCounter &+ 1
        try connection.transaction { () throws(StorageError) in
            try connection.writeProperty(
                CardFileFormat.secondCopyProperty, .string("\(counter) \(version) \(origin)"))
        }
    }

    private static func connection(
        to path: String, _ access: SQLiteConnection.Access
    ) throws(StorageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            file: try FilePlace(path).existingFile(), path: path, access: access, lockWait: CardFile.usualLockWait)
        let header = try header(of: connection)
        guard header.isSQLite, header.applicationID == CardFileFormat.applicationID else {
            throw .notADocument(path: path)
        }
        return connection
    }

    private static func header(of connection: SQLiteConnection) throws(StorageError) -> CardFileHeader {
        CardFileHeader(try connection.bytes(CardFileHeader.size))
    }
}
