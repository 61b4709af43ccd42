import FoundationEssentials
import Glibc

/// The folder with the backups of one document.
public struct BackupFolder: Sendable, Hashable {
    /// The absolute path of the folder, which need not exist yet.
    public let path: String

    /// The folder at this absolute path.
    public init(path: String) {
        self.path = path
    }

    /// The usual folder for a document: `backups/NAME-MARK` in the app's data.
    ///
    /// The mark is a hash of the document's path, so that documents with the same name in different folders get
    /// different ones.
    ///
    /// - Parameters:
    ///   - document: the document's absolute path, without symbolic links.
    ///   - directories: where the app keeps its data.
    public init(of document: String, in directories: Directories) {
        var name = document.split(separator: "/").last.map(String.init) ?? ""
        if FileKind.namesDocument(name) { name.removeLast(FileKind.documentSuffix.count) }
        while name.utf8.count > 200 { name.removeLast() }
        path = directories.data + "/backups/" + name + "-" + String(document.lastingHash, radix: 36)
    }

    /// The existing backups, oldest first; files with other names are ignored.
    ///
    /// - Throws: ``StorageError/unreadable(path:reason:)``.
    public func backups() throws(StorageError) -> [Backup] {
        try names().compactMap { Backup(folder: path, name: $0) }.sorted()
    }

    /// Takes over the backups that were made while the document was in another place, unless this folder already has
    /// some.
    public func take(over other: BackupFolder) {
        // Replaces nothing: a folder that is not empty stays.
        _ = Glibc.rename(other.path, path)
    }

    /// Makes a backup, and removes the oldest ones beyond `count`.
    ///
    /// - Parameters:
    ///   - time: the current time, which becomes the backup's name.
    ///   - count: how many backups are kept, including the new one, which is always kept.
    ///   - backUp: makes the backup at a path, as ``DocumentStore/backUp(to:staysShared:progress:)`` does.
    /// - Throws: ``StorageError``; earlier backups are kept then.
    @concurrent
    public func add(
        at time: LocalTime, keeping count: Int, _ backUp: @Sendable (String) async throws(StorageError) -> Void
    ) async throws(StorageError) -> Backup {
        try Folder.make(path)
        let backup = try await makeBackup(at: time, backUp)
        do {
            try removeOldest(keeping: count, and: backup)
        } catch {
            // The backup itself exists; the next one removes the surplus.
            Reports.error("KRK_BU_RM", "cannot remove old backups in \(data: path): \(error)")
        }
        return backup
    }

    private func makeBackup(
        at time: LocalTime, _ backUp: @Sendable (String) async throws(StorageError) -> Void
    ) async throws(StorageError) -> Backup {
        // Not the first free number, which a removed backup may have had.
        var number = (try backups().last { $0.time == time }?.number ?? 0) + 1
        while true {
            let backup = Backup(folder: path, time: time, number: number)
            do {
                try await backUp(backup.path)
                return backup
            } catch .alreadyExists where number < Self.mostInASecond {
                number += 1
            }
        }
    }

    /// Far more than can be made.
    private static let mostInASecond = 10_000

    /// The names of everything in the folder; empty if it does not exist.
    func names() throws(StorageError) -> [String] {
        do {
            return try Folder.entries(of: path).map(\.name)
        } catch {
            if error.code == ENOENT { return [] }
            throw error.whileReading(path)
        }
    }
}
