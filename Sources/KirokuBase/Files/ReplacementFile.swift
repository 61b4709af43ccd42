import Glibc
import Synchronization

/// A file that is being written and, when complete, replaces another or takes a free name.
///
/// Until then it is a temporary file in the same folder, which is deleted with this value.
public final class ReplacementFile: ByteSink {
    /// The path that errors name.
    private let path: String
    private let target: String
    private let hidden: HiddenFile
    private let file: Mutex<FileDescriptor?>

    /// Creates the temporary file, and missing folders.
    ///
    /// It gets the permissions of the file at `path`; if that is a symbolic link, its target is replaced.
    public init(for path: String) throws(StorageError) {
        self.path = path
        target = AtomicFile.destination(of: path)
        let folder = FilePath.folder(of: target)
        do throws(SystemError) {
            try Folder.makeAll(to: folder)
            let before = try AtomicFile.existingFile(at: target)
            // Private until the permissions of the old file are known to be set.
            hidden = try HiddenFile.make(in: folder, permissions: before == nil ? 0o666 : 0o600)
            let opened = try hidden.open()
            if let before {
                opened.setOwner(before.st_uid, before.st_gid)
                try opened.setPermissions(before.st_mode & 0o7777)
            }
            file = Mutex(opened)
        } catch {
            throw error.whileWriting(path)
        }
        Leftovers.clearOnce(in: folder)
    }

    /// Adds bytes to the temporary file.
    public func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try file.withLock { file throws(SystemError) in try file?.write(bytes) }
        } catch {
            throw error.whileWriting(path)
        }
    }

    /// Flushes the file to the disk and moves it to its destination.
    ///
    /// Nothing can be written afterwards.
    public func commit() throws(StorageError) {
        do throws(SystemError) {
            try file.withLock { file throws(SystemError) in
                guard let open = file.take() else { return }
                try open.synchronize()
                try open.finish()
            }
            try hidden.replace(target)
            try AtomicFile.synchronize(folder: FilePath.folder(of: target))
        } catch {
            throw error.whileWriting(path)
        }
    }
}
