import Glibc

extension CardFile {
    /// Gives back to the disk what lies idle in the file since something large was taken out.
    ///
    /// The end of the file is moved into the gaps, some megabytes at a time, each time in a transaction of its own: edits go
    /// on in between, and whatever ends the work leaves a good file that is a little smaller. A document of an earlier
    /// version of Kiroku cannot be made smaller bit by bit. It is written anew as a whole, if a quarter of it or more lies
    /// idle and the disk has room for that; from then on it can.
    ///
    /// - Throws: ``StorageError/busy(path:)`` while another program keeps reading, ``StorageError/diskFull(path:)``,
    ///   ``StorageError/unwritable(path:reason:)``, ``StorageError/cancelled``, and ``StorageError/unsupported`` after
    ///   ``close()``. The document is as it was then, only larger than it need be.
    func giveSpaceBack() async throws(StorageError) {
        if try !shrinksBitByBit() { return try writeAnew() }
        while try giveBack(pages: Self.pagesGivenBackAtATime) {
            await Task.yield()
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// Has files be made so that they can be made smaller bit by bit; to be said before there is anything in them.
    static let shrinkable = "PRAGMA auto_vacuum = INCREMENTAL"

    /// Four megabytes, which take some hundredths of a second.
    private static let pagesGivenBackAtATime = 1_024

    private func shrinksBitByBit() throws(StorageError) -> Bool {
        try openConnection().number("PRAGMA auto_vacuum") == 2
    }

    /// Returns whether there may be more to give back.
    private func giveBack(pages: Int) throws(StorageError) -> Bool {
        let connection = try openConnection()
        guard try connection.number("PRAGMA freelist_count") > 0 else { return false }
        try writeBesides(connection) { () throws(StorageError) in
            try connection.execute("PRAGMA incremental_vacuum(\(pages))")
        }
        return true
    }

    /// Writes all of the file in one go, as one that can be made smaller bit by bit.
    private func writeAnew() throws(StorageError) {
        let connection = try openConnection()
        let pages = try connection.number("PRAGMA page_count")
        let idle = try connection.number("PRAGMA freelist_count")
        guard idle > 0, idle >= pages / 4 else { return }
        // What is left, and beside it what was there, until that is certain.
        let needed = try (2 * pages - idle) * connection.number("PRAGMA page_size")
        guard try Disk.freeBytes(around: existingFile()) > needed else { throw .diskFull(path: path) }
        // What somebody else has put here is not to be written over.
        try writeBesides(connection) {}
        let isOurs = try connection.lastCommitIsOurs()
        connection.isWriting = true
        defer { connection.isWriting = false }
        try connection.execute("\(Self.shrinkable); VACUUM")
        if isOurs { try writeBesides(connection, wasOurs: true) {} }
    }

    private func openConnection() throws(StorageError) -> SQLiteConnection {
        guard let connection else { throw .unsupported }
        return connection
    }
}

/// The disk that a file is on.
enum Disk {
    /// How many bytes are free for the user's files beside this one; a disk that does not tell has room.
    static func freeBytes(around path: String) -> Int {
        var info = statvfs()
        guard statvfs(path, &info) == 0 else { return .max }
        return Int(clamping: UInt64(info.f_bavail) * UInt64(info.f_frsize))
    }
}
