import FoundationEssentials
import Glibc

/// Where the backups of one document are.
public struct BackupFolder: Sendable, Hashable {
    /// The folder, which need not be there yet.
    ///
    /// Absolute.
    public let path: String

    /// The folder at this absolute path.
    public init(path: String) {
        self.path = path
    }

    /// The usual folder for a document: `backups/NAME-MARK` in the app's data.
    ///
    /// The mark is made from the document's path, so documents of the same name in several folders have a folder each.
    ///
    /// - Parameters:
    ///   - document: its absolute path, without symbolic links.
    ///   - directories: where the app keeps its data.
    public init(of document: String, in directories: Directories) {
        var name = document.split(separator: "/").last.map(String.init) ?? ""
        if FileKind.namesDocument(name) { name.removeLast(FileKind.documentSuffix.count) }
        while name.utf8.count > 200 { name.removeLast() }
        // FNV-1a: the same in every run, as Swift's own hashes are not.
        let mark = document.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        path = directories.data + "/backups/" + name + "-" + String(mark, radix: 36)
    }

    /// The backups that are there, the oldest first; files with other names are none.
    ///
    /// - Throws: ``StorageError/unreadable(path:reason:)``.
    public func backups() throws(StorageError) -> [Backup] {
        try names().compactMap { Backup(folder: path, name: $0) }.sorted()
    }

    /// Makes a backup, and removes the oldest ones beyond `count`.
    ///
    /// - Parameters:
    ///   - time: when that is, by the clock.
    ///   - count: how many are kept, the new one included; at least that one.
    ///   - backUp: makes it at a path, as ``DocumentStore/backUp(to:progress:)`` does.
    /// - Throws: ``StorageError``. The backups there were are still there then.
    @concurrent
    public func add(
        at time: LocalTime, keeping count: Int, _ backUp: @Sendable (String) async throws(StorageError) -> Void
    ) async throws(StorageError) -> Backup {
        try Folder.make(path)
        let backup = try await makeBackup(at: time, backUp)
        do {
            try removeOldest(keeping: count, and: backup)
        } catch {
            // The backup is made, which is what counts; those that are too many are removed with the next one.
            Reports.error("KRK_BU_RM", "cannot remove old backups in \(data: path): \(error)")
        }
        return backup
    }

    private func makeBackup(
        at time: LocalTime, _ backUp: @Sendable (String) async throws(StorageError) -> Void
    ) async throws(StorageError) -> Backup {
        // Not the first number that is free: that may be one of a backup which was removed as the oldest.
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

    /// Far more than there can be.
    private static let mostInASecond = 10_000

    /// The names of all that is in the folder.
    func names() throws(StorageError) -> [String] {
        do {
            return try Folder.entries(of: path).map(\.name)
        } catch {
            if error.code == ENOENT { return [] }
            throw error.whileReading(path)
        }
    }
}
