import FoundationEssentials
import Glibc

/// A link to a file that the program keeps for itself, in the folder for second copies.
///
/// Each user on each machine has a folder of their own there, so that several can share one stick. While the folder for
/// second copies is missing, nothing is saved, and the folder is not created.
public struct SecondCopyLink<Format: FileFormat>: StorageLink {
    private let place: SecondCopyFolder
    private let file: FileLink<Format>

    /// A link to the file with this name.
    public init(_ name: String, in place: SecondCopyFolder) {
        self.place = place
        file = FileLink(path: place.settingsFolder + "/" + name)
    }

    /// The last saved contents.
    public func load() throws(StorageError) -> Format.Contents { try file.load() }

    /// - Throws: ``StorageError``, ``StorageError/notFound(at:)`` with the path of the folder for second copies if that
    ///   is missing.
    public func save(_ contents: Format.Contents) throws(StorageError) {
        guard place.isThere else { throw .notFound(path: place.folder) }
        try file.save(contents)
    }
}

extension SecondCopyLink: KnowsWhenSaved {
    /// When the file was last written.
    public var savedAt: Date? { file.savedAt }
}

extension SecondCopyFolder {
    /// The folder in it for the program's own files of this user on this machine.
    public var settingsFolder: String {
        let user = getpwuid(getuid())?.pointee.pw_name.map { String(cString: $0) } ?? ""
        return folder + "/" + PortableName.title(of: "Kiroku settings of \(user) on \(DocumentOrigin.hostName)")
    }
}
