import Glibc
import Synchronization

/// A file that is being written to take the place of another, or of none, when it is whole.
///
/// Until then it is a temporary file in the same folder, which goes when this does.
public final class ReplacementFile: ByteSink {
    /// As errors name it.
    private let path: String
    private let target: String
    private let temporary: String
    private let file: Mutex<FileDescriptor?>

    /// Makes the temporary file, and folders on the way to it where they are missing.
    ///
    /// Permissions of the file at `path` are taken over; where it is a symbolic link, what it leads to is replaced.
    public init(for path: String) throws(StorageError) {
        self.path = path
        target = AtomicFile.destination(of: path)
        temporary = "\(FilePath.folder(of: target))/.kiroku-\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
        do throws(SystemError) {
            try Folder.makeAll(to: FilePath.folder(of: target))
            let before = try AtomicFile.existingFile(at: target)
            // Private until the permissions of the old file are known to be set.
            let permissions: mode_t = before == nil ? 0o666 : 0o600
            let opened = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
            if let before {
                opened.setOwner(before.st_uid, before.st_gid)
                do throws(SystemError) {
                    try opened.setPermissions(before.st_mode & 0o7777)
                } catch {
                    unlink(temporary)
                    throw error
                }
            }
            file = Mutex(opened)
        } catch {
            throw error.whileWriting(path)
        }
    }

    deinit {
        // After a commit there is nothing of this name.
        unlink(temporary)
    }

    /// Adds bytes to the temporary file.
    public func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try file.withLock { file throws(SystemError) in try file?.write(bytes) }
        } catch {
            throw error.whileWriting(path)
        }
    }

    /// Brings all that was written to the disk, and then in the place of the old file.
    ///
    /// Nothing can be written afterwards.
    public func commit() throws(StorageError) {
        do throws(SystemError) {
            try file.withLock { file throws(SystemError) in
                guard let open = file.take() else { return }
                try open.synchronize()
                try open.finish()
            }
            guard rename(temporary, target) == 0 else { throw SystemError.last }
            try AtomicFile.synchronize(folder: FilePath.folder(of: target))
        } catch {
            throw error.whileWriting(path)
        }
    }
}
