import CSystem
import FoundationEssentials
import Glibc
import Synchronization

/// Removes what killed processes leave in folders: unfinished files, and empty journals of documents that have been
/// deleted.
///
/// A file is only deleted if it has a name that Kiroku gives, belongs to the user, and is not being written, which
/// would show by a lock (`HiddenFile`). If locks prove nothing, because the file is on a network or from before there
/// were locks, it must also have been unchanged for a day.
public enum Leftovers {
    /// Clears folders and their subfolders down to some depth, silently and in the background.
    ///
    /// - Parameters:
    ///   - folders: need not exist.
    ///   - depth: 0 for these folders only.
    public static func clearInBackground(_ folders: [String], depth: Int = 0) {
        Task {
            await BlockingIO.run {
                for folder in folders { clear(folder, depth: depth) }
            }
        }
    }

    /// Clears a folder in the background, if this process has not done so yet.
    package static func clearOnce(in folder: String) {
        if cleared.withLock({ $0.insert(folder).inserted }) { clearInBackground([folder]) }
    }

    private static let cleared = Mutex<Set<String>>([])

    /// Clears a folder now.
    package static func clear(_ folder: String, depth: Int = 0) {
        guard let entries = try? Folder.entries(of: folder, atMost: mostEntries) else { return }
        let isLocal = localFileSystems.contains(UInt32(truncatingIfNeeded: kiroku_file_system(folder)))
        for entry in entries {
            let path = "\(folder)/\(entry.name)"
            if entry.isFolder, HiddenFile.isFolder(entry.name) {
                clearHiddenFolder(path)
            } else if entry.isFolder {
                if depth > 0 { clear(path, depth: depth - 1) }
            } else if HiddenFile.isLocked(entry.name) {
                clearHidden(entry.name, path, isProvedByLock: isLocal)
            } else if HiddenFile.isUnfinished(entry.name) {
                clearUnfinished(path)
            } else if HiddenFile.isUnlocked(entry.name) {
                clearHidden(entry.name, path, isProvedByLock: false)
            } else if isLocal, entry.name.hasSuffix(journalSuffix) {
                clearJournal(path, in: folder)
            }
        }
    }

    /// A folder cannot be locked, so it must have been unchanged for a day.
    private static func clearHiddenFolder(_ path: String) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_uid == geteuid(), hasRested(found) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// An unfinished file stays for a while, because it may be continued.
    private static func clearUnfinished(_ path: String) {
        guard let found = ownFile(path), age(of: found) > month else { return }
        clearHidden(path, path, isProvedByLock: true)
        if isMissing(path) { unlink(path + "-journal") }
    }

    private static func hasRested(_ file: stat) -> Bool { age(of: file) > day }

    /// In seconds, since it was changed.
    private static func age(of file: stat) -> Int {
        Int(AppClock.shared.now.timeIntervalSince1970) - file.st_mtim.tv_sec
    }

    private static func clearHidden(_ name: String, _ path: String, isProvedByLock: Bool) {
        guard !HiddenFile.isInMaking(name), let found = ownFile(path) else { return }
        // The process was killed between the two steps of moving it: this is only a second name of the file, and
        // closing it would release SQLite's locks if it is open in this process.
        guard found.st_nlink == 1 else {
            unlink(path)
            return
        }
        guard let file = try? FileDescriptor(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK) else { return }
        switch file.lock() {
        case .isHeld: return
        case .isOurs: guard isProvedByLock || hasRested(found) else { return }
        case .isUnavailable: guard hasRested(found) else { return }
        }
        if isSame(file, path) { unlink(path) }
    }

    /// Moves the journal away before the last check, so that a document created meanwhile under that name gets its own.
    ///
    /// A journal with contents is needed to recover its document.
    private static func clearJournal(_ path: String, in folder: String) {
        let document = String(path.dropLast("-journal".count))
        guard let found = ownFile(path), found.st_size == 0, isMissing(document),
            let file = try? FileDescriptor(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK), file.lock() == .isOurs,
            isSame(file, path)
        else { return }
        let aside = "\(folder)/\(HiddenFile.newName)"
        guard rename(path, aside) == 0 else { return }
        if isMissing(document), (try? file.status())?.st_size == 0 {
            unlink(aside)
        } else if link(aside, path) == 0 {
            unlink(aside)
        } else if errno != EEXIST {
            rename(aside, path)
        }
    }

    /// A regular file that belongs to the user; links are not followed.
    private static func ownFile(_ path: String) -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            return nil
        }
        return status
    }

    private static func isSame(_ file: borrowing FileDescriptor, _ path: String) -> Bool {
        guard let named = ownFile(path), let opened = try? file.status() else { return false }
        return (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino)
    }

    private static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && errno == ENOENT
    }

    private static let journalSuffix = FileKind.documentSuffix + "-journal"
    /// The largest number of names; these take a fraction of a second.
    private static let mostEntries = 200_000
    /// In seconds; longer than writing any file takes.
    private static let day = 86_400
    private static let month = 30 * day
    /// File systems on which every process that sees the file sees its lock (`linux/magic.h`): ext, XFS, Btrfs, tmpfs,
    /// F2FS, overlayfs, ZFS, FAT, exFAT, NTFS, bcachefs.
    private static let localFileSystems: Set<UInt32> = [
        0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010, 0x794c_7630, 0x2fc1_2fc1, 0x4d44, 0x2011_bab0,
        0x7366_746e, 0xca45_1a4e,
    ]
}
