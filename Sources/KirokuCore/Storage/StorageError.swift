/// Why something could not be read from, or written to, where it is kept.
public enum StorageError: Error, Sendable, Hashable {
    /// This kind of link, or this link, has no such call.
    case unsupported
    case notFound(path: String)
    /// The system's own words say why.
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    case diskFull(path: String)
    case readOnly(path: String)
    /// Another program keeps the file locked.
    case busy(path: String)
    /// The file is something else than a Kiroku document.
    case notADocument(path: String)
    /// A later version of Kiroku made the file.
    case newerVersion(path: String)
    case damaged(path: String, reason: String)
    /// The file was read, but its contents are not what is kept there.
    case malformed(path: String, reason: String)
    /// Another program has changed the same records in the meantime, so the edits have no place any more.
    case changedElsewhere(path: String)
    case alreadyExists(path: String)
    /// A folder, a device or a pipe stands where a file was expected.
    case notAFile(path: String)
    /// More than can be read at once.
    case tooLarge(path: String)
    case cancelled
}
