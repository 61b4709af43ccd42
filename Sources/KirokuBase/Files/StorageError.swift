/// Why reading from a storage location, or writing to it, failed.
public enum StorageError: Error, Sendable, Hashable {
    /// The place does not support the call.
    case unsupported
    /// Nothing exists there, or a folder of its path is missing.
    case notFound(at: StorageLocation)
    /// The system's own words say why.
    case unreadable(at: StorageLocation, reason: String)
    /// Nothing was written; the system’s own words say why.
    case unwritable(at: StorageLocation, reason: String)
    /// The place can be written to, but not with these contents; `reason` is a sentence for the user.
    case unwritableText(at: StorageLocation, reason: String)
    /// There is no room left, or the user’s share of it is used up.
    case diskFull(at: StorageLocation)
    /// The place, or the disk it is on, is read-only.
    case readOnly(at: StorageLocation)
    /// Another program keeps it locked; with its name, if known.
    case busy(at: StorageLocation, by: String? = nil)
    /// The file is not a Kiroku document.
    case notADocument(at: StorageLocation)
    /// An earlier version of Kiroku made the document, in a form that this one does not read.
    case earlierVersion(at: StorageLocation)
    /// A later version of Kiroku made the document.
    case newerVersion(at: StorageLocation)
    /// A Kiroku document with invalid contents; the reason tells where.
    case damaged(at: StorageLocation, reason: String)
    /// It was read, but its contents are invalid.
    case malformed(at: StorageLocation, reason: String)
    /// Another program has written there in the meantime, or put another file in its place.
    case changedElsewhere(at: StorageLocation)
    /// Something has this name already, and is not replaced.
    case alreadyExists(at: StorageLocation)
    /// There is a folder, a device or a pipe where a file was expected.
    case notAFile(at: StorageLocation)
    /// More than can be read at once.
    case tooLarge(at: StorageLocation)
    /// The bytes of this picture, and of this many others, are on the server of a shared document and could not be
    /// fetched.
    case onServer(picture: String, others: Int = 0)
    /// The server of a shared document has different bytes for this picture, and for this many others, than were added.
    case wrongOnServer(picture: String, others: Int = 0)
    /// The history before this copy of a shared document joined is on the server, which cannot be read now.
    case historyOnServer
    /// The task was cancelled; nothing is left behind.
    case cancelled
}

extension StorageError {
    /// Whether the error is about the contents of the place: it may disappear when they change.
    public var isOfContents: Bool {
        switch self {
        case .notFound, .unreadable, .notADocument, .earlierVersion, .newerVersion, .damaged, .malformed,
            .changedElsewhere, .notAFile, .tooLarge:
            true
        case .unsupported, .unwritable, .unwritableText, .diskFull, .readOnly, .busy, .alreadyExists, .onServer,
            .wrongOnServer, .historyOnServer, .cancelled:
            false
        }
    }

    /// How many pictures cannot be fetched from a server, if the work could continue without them; `nil` for any other
    /// error.
    public var missingPictureCount: Int? {
        switch self {
        case .onServer(_, let others), .wrongOnServer(_, let others): others + 1
        default: nil
        }
    }
}

/// Errors of files and folders, by path.
extension StorageError {
    /// The file does not exist, or a folder of its path is missing.
    public static func notFound(path: String) -> Self { .notFound(at: .file(path)) }
    /// The system's own words say why the file cannot be read.
    public static func unreadable(path: String, reason: String) -> Self { .unreadable(at: .file(path), reason: reason) }
    /// Nothing was written; the system’s own words say why.
    public static func unwritable(path: String, reason: String) -> Self { .unwritable(at: .file(path), reason: reason) }
    /// The file can be written to, but not with these contents; `reason` is a sentence for the user.
    package static func unwritableText(path: String, reason: String) -> Self {
        .unwritableText(at: .file(path), reason: reason)
    }
    /// There is no room left, or the user’s share of it is used up.
    public static func diskFull(path: String) -> Self { .diskFull(at: .file(path)) }
    /// The file, or the disk it is on, is read-only.
    public static func readOnly(path: String) -> Self { .readOnly(at: .file(path)) }
    /// Another program keeps the file locked.
    public static func busy(path: String) -> Self { .busy(at: .file(path)) }
    /// The file is not a Kiroku document.
    public static func notADocument(path: String) -> Self { .notADocument(at: .file(path)) }
    /// An earlier version of Kiroku made the file, in a form that this one does not read.
    public static func earlierVersion(path: String) -> Self { .earlierVersion(at: .file(path)) }
    /// A later version of Kiroku made the file.
    public static func newerVersion(path: String) -> Self { .newerVersion(at: .file(path)) }
    /// A Kiroku document with invalid contents; the reason tells where.
    public static func damaged(path: String, reason: String) -> Self { .damaged(at: .file(path), reason: reason) }
    /// The file was read, but its contents are not valid for that place.
    public static func malformed(path: String, reason: String) -> Self { .malformed(at: .file(path), reason: reason) }
    /// Another program has written to the file in the meantime, or put another file in its place.
    public static func changedElsewhere(path: String) -> Self { .changedElsewhere(at: .file(path)) }
    /// Something has this name already, and is not replaced.
    public static func alreadyExists(path: String) -> Self { .alreadyExists(at: .file(path)) }
    /// There is a folder, a device or a pipe where a file was expected.
    public static func notAFile(path: String) -> Self { .notAFile(at: .file(path)) }
    /// More than can be read at once.
    public static func tooLarge(path: String) -> Self { .tooLarge(at: .file(path)) }
}
