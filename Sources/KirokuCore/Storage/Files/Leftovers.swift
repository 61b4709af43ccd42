import CSQLite
import FoundationEssentials
import Glibc
import Synchronization

/// What killed runs have left in folders: files that were never finished, and the empty journals of documents that have
/// been deleted.
///
/// A file is only cleared away if its name is exactly one that Kiroku gives, it belongs to the user, and nobody makes it:
/// its maker would hold a lock on it (`HiddenFile`). Where that proves nothing, as the file is on a network, or from
/// before there were locks, it must also have rested for a day.
public enum Leftovers {
    /// Clears folders, and all folders in them down to some depth, in the background; nothing is told of it.
    ///
    /// - Parameters:
    ///   - folders: need not be there.
    ///   - depth: 0 for just these.
    public static func clearInBackground(_ folders: [String], depth: Int = 0) {
        Task {
            await BlockingIO.run {
                for folder in folders { clear(folder, depth: depth) }
            }
        }
    }

    /// Clears a folder in the background, if this process has not done so yet.
    static func clearOnce(in folder: String) {
        if cleared.withLock({ $0.insert(folder).inserted }) { clearInBackground([folder]) }
    }

    private static let cleared = Mutex<Set<String>>([])

    /// Does it at once.
    static func clear(_ folder: String, depth: Int = 0) {
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
            } else if HiddenFile.isUnlocked(entry.name) {
                clearHidden(entry.name, path, isProvedByLock: false)
            } else if isLocal, entry.name.hasSuffix(journalSuffix) {
                clearJournal(path, in: folder)
            }
        }
    }

    /// Nobody can hold a lock on it, so it must have rested.
    private static func clearHiddenFolder(_ path: String) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_uid == geteuid(), hasRested(found) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func hasRested(_ file: stat) -> Bool { time(nil) - file.st_mtim.tv_sec > day }

    private static func clearHidden(_ name: String, _ path: String, isProvedByLock: Bool) {
        guard !HiddenFile.isInMaking(name), let found = ownFile(path) else { return }
        // Killed between the two steps of getting its place: this is only a second name of it, and closing the file would
        // take SQLite's locks from it if it is open here.
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

    /// Takes the journal out of the way before the last look, so that whoever makes a document of that name from then on
    /// has one of its own.
    ///
    /// A journal that has anything in it is what a document is mended with.
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

    /// A regular file of the user's, not what a link leads to.
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
    /// So many names are looked at in a fraction of a second.
    private static let mostEntries = 200_000
    /// In seconds; longer than anything takes to be made.
    private static let day = 86_400
    /// Those on which a lock is seen by all who see the file (`linux/magic.h`): ext, XFS, Btrfs, tmpfs, F2FS, overlayfs,
    /// ZFS, FAT, exFAT, NTFS, bcachefs.
    private static let localFileSystems: Set<UInt32> = [
        0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010, 0x794c_7630, 0x2fc1_2fc1, 0x4d44, 0x2011_bab0,
        0x7366_746e, 0xca45_1a4e,
    ]
}
