import Glibc

extension CardFile {
    /// Returns unused space in the file to the disk, such as after large pictures were removed.
    ///
    /// The end of the file is moved into the gaps, some megabytes at a time, each time in a transaction of its own:
    /// edits continue in between, and an interruption leaves a valid file that is a little smaller. A document that
    /// another program has written from a dump cannot shrink step by step. If at least a quarter of it is unused and
    /// the disk has room, it is rewritten as a whole; after that, it can.
    ///
    /// - Throws: ``StorageError/busy(path:)`` while another program keeps reading, ``StorageError/diskFull(path:)``,
    ///   ``StorageError/unwritable(path:reason:)``, ``StorageError/cancelled``, and ``StorageError/unsupported`` after
    ///   ``close()``. The document is unchanged then, only larger than necessary.
    package func giveSpaceBack() async throws(StorageError) {
        if try !shrinksBitByBit() { return try rewrite() }
        while try giveBack(pages: Self.pagesGivenBackAtATime) {
            await Task.yield()
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Sets up a new file so that it can shrink step by step.
    ///
    /// Must be executed while the file is still empty.
    static let shrinkable = "PRAGMA auto_vacuum = INCREMENTAL"

    /// Four megabytes, which take some hundredths of a second.
    private static let pagesGivenBackAtATime = 1_024

    private func shrinksBitByBit() throws(StorageError) -> Bool {
        try opened().number("PRAGMA auto_vacuum") == 2
    }

    /// Returns whether there may be more space to return.
    private func giveBack(pages: Int) throws(StorageError) -> Bool {
        let connection = try opened()
        guard try connection.number("PRAGMA freelist_count") > 0 else { return false }
        try writeBesides(connection) { () throws(StorageError) in
            try connection.execute("PRAGMA incremental_vacuum(\(pages))")
            return []
        }
        return true
    }

    /// Rewrites the whole file at once, so that it can shrink step by step afterwards.
    private func rewrite() throws(StorageError) {
        let connection = try opened()
        let pages = try connection.number("PRAGMA page_count")
        let idle = try connection.number("PRAGMA freelist_count")
        guard idle > 0, idle >= pages / 4 else { return }
        // Room for both the new contents and the old ones, which stay until the commit.
        let needed = try (2 * pages - idle) * connection.number("PRAGMA page_size")
        guard try Disk.freeBytes(around: place.existingFile()) > needed else { throw .diskFull(path: path) }
        // Another program's changes must not be overwritten.
        try writeBesides(connection) { [] }
        let (isWhole, counter) = (try connection.isJournalWhole(), try connection.changeCounter())
        connection.isWriting = true
        defer { connection.isWriting = false }
        try connection.execute("\(Self.shrinkable); VACUUM")
        if isWhole { try writeBesides(connection, since: counter) { [] } }
    }
}

/// The disk that a file is on.
enum Disk {
    /// How many bytes the user can still write to the disk; unlimited if unknown.
    static func freeBytes(around path: String) -> Int {
        var info = statvfs()
        guard statvfs(path, &info) == 0 else { return .max }
        return Int(clamping: UInt64(info.f_bavail) * UInt64(info.f_frsize))
    }
}
