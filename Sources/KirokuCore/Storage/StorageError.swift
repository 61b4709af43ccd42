/// Why something could not be read from, or written to, where it is kept.
public enum StorageError: Error, Sendable, Hashable {
    /// This kind of link, or this link, has no such call.
    case unsupported
    /// There is no file, or a folder on the way to it is missing.
    case notFound(path: String)
    /// The system's own words say why.
    case unreadable(path: String, reason: String)
    /// Nothing was written; the system’s own words say why.
    case unwritable(path: String, reason: String)
    /// The place could be written, but not what was to be written; `reason` is a sentence for the user.
    case unwritableText(path: String, reason: String)
    /// There is no room left, or the user’s share of it is used up.
    case diskFull(path: String)
    /// The file, or the disk it is on, is not to be written to.
    case readOnly(path: String)
    /// Another program keeps the file locked.
    case busy(path: String)
    /// The file is something else than a Kiroku document.
    case notADocument(path: String)
    /// A later version of Kiroku made the file.
    case newerVersion(path: String)
    /// A Kiroku document that makes no sense; the reason says where.
    case damaged(path: String, reason: String)
    /// The file was read, but its contents are not what is kept there.
    case malformed(path: String, reason: String)
    /// Another program has written to the file in the meantime, or put another file in its place.
    case changedElsewhere(path: String)
    /// Something has this name already, and is not replaced.
    case alreadyExists(path: String)
    /// A folder, a device or a pipe stands where a file was expected.
    case notAFile(path: String)
    /// More than can be read at once.
    case tooLarge(path: String)
    /// The user did not want a document of an earlier version to be converted, so edits cannot be saved.
    case notConverted(path: String)
    /// The task was cancelled; nothing is left behind.
    case cancelled
}
