import FoundationEssentials
import Glibc

/// The files that are backed up together into a ``BackupSet``.
public struct BackupPlan: Sendable {
    /// The paths of documents.
    public let documents: [String]
    /// The program's own files.
    public let kept: [KeptFile]

    /// Creates a plan for documents, each named once by its absolute path, and the program's own files.
    public init(documents: [String], kept: [KeptFile]) {
        self.documents = documents
        self.kept = kept
    }

    /// The paths of all existing documents among the known paths and in some folders, without symbolic links and
    /// duplicates.
    public static func documents(known: [String], in folders: [String]) -> [String] {
        let kept = folders.flatMap { folder in
            let names = (try? BackupFolder(path: folder).names()) ?? []
            return names.filter { !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
        }
        var found: [String] = []
        for path in known + kept where FileKind.namesDocument(path) {
            guard let resolved = realpath(path, nil) else { continue }
            defer { free(resolved) }
            let file = String(cString: resolved)
            if !found.contains(file), !FileKind.isFolder(file) { found.append(file) }
        }
        return found
    }

    /// Copies everything into a new folder, which appears only when it is complete and safely on the disk.
    ///
    /// Files that cannot be read are left out and listed in the report. Documents can be in use while they are copied.
    /// Nothing is left behind if the task is cancelled, the disk is full, or the folder cannot be written to.
    ///
    /// - Parameters:
    ///   - folder: where the new folder is made.
    ///   - name: the part of its name before the date.
    ///   - time: the date in its name.
    ///   - progress: called with the progress, from 0 to 1.
    @concurrent
    public func write(
        in folder: String, name: String, at time: LocalTime, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> BackupReport {
        let hidden = folder + "/" + HiddenFile.newFolderName
        Leftovers.clear(folder)
        do throws(StorageError) {
            try Folder.make(BackupSet.documents(in: hidden))
            try Folder.make(BackupSet.settings(in: hidden))
            var failures: [BackupReport.Failure] = []
            let copied = try await copyDocuments(to: hidden, &failures, progress)
            let saved = try copyKept(to: hidden, &failures)
            guard !copied.isEmpty || !saved.isEmpty else {
                Self.remove(hidden)
                return BackupReport(folder: nil, documents: 0, failures: failures)
            }
            try BackupSet(path: hidden, documents: copied, kept: saved).writeList()
            guard !Task.isCancelled else { throw .cancelled }
            let place = try Self.publish(hidden, in: folder, as: name + " " + time.nameText)
            return BackupReport(folder: place, documents: copied.count, failures: failures)
        } catch {
            Self.remove(hidden)
            throw error
        }
    }

    private func copyDocuments(
        to folder: String, _ failures: inout [BackupReport.Failure], _ progress: ProgressHandler?
    ) async throws(StorageError) -> [BackupSet.Document] {
        let sizes = documents.map { Self.size(of: $0) }
        let total = Double(max(sizes.reduce(0, +), 1))
        var copied: [BackupSet.Document] = []
        // In lower case, because some file systems are not case-sensitive.
        var taken: Set<String> = []
        var done = 0.0
        for (path, size) in zip(documents, sizes) {
            guard !Task.isCancelled else { throw .cancelled }
            let title = PortableName.title(of: path)
            var number = 1
            while !taken.insert(PortableName.name(title, number: number).lowercased()).inserted { number += 1 }
            let copy = BackupSet.documents(in: folder) + "/" + PortableName.name(title, number: number)
            do throws(StorageError) {
                let start = done
                try await DocumentStores.reading(path) { (store) throws(StorageError) in
                    try await store.backUp(to: copy) { progress?((start + $0 * Double(size)) / total) }
                }
                copied.append(BackupSet.Document(copy: copy, path: path))
            } catch {
                if error.endsBackup { throw error }
                failures.append(BackupReport.Failure(name: FilePath.name(of: path), path: path, error: error))
            }
            done += Double(size)
            progress?(done / total)
        }
        return copied
    }

    private func copyKept(
        to folder: String, _ failures: inout [BackupReport.Failure]
    ) throws(StorageError) -> [String] {
        var saved: [String] = []
        for file in kept {
            do throws(StorageError) {
                try file.backUp(to: BackupSet.settings(in: folder) + "/" + file.name)
                saved.append(file.name)
            } catch .notFound {
                continue  // The file was never saved.
            } catch {
                if error.endsBackup { throw error }
                failures.append(BackupReport.Failure(name: file.title, path: nil, error: error))
            }
        }
        return saved
    }

    // MARK: The folder

    private static func publish(
        _ hidden: String, in folder: String, as name: String
    ) throws(StorageError) -> String {
        var number = 1
        while true {
            let place = folder + "/" + name + (number == 1 ? "" : " \(number)")
            number += 1
            if FileKind.exists(place) { continue }
            guard rename(hidden, place) == 0 else {
                if errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR { continue }
                throw SystemError.last.whileWriting(place)
            }
            do {
                try AtomicFile.synchronize(folder: folder)
            } catch {
                throw error.whileWriting(place)
            }
            return place
        }
    }

    private static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// The result of backing everything up.
public struct BackupReport: Sendable {
    /// Something that could not be backed up.
    public struct Failure: Sendable, Hashable {
        /// Its name for the user.
        public let name: String
        /// The path of the document; `nil` for one of the program's own files.
        public let path: String?
        /// Why it could not be backed up.
        public let error: StorageError
    }

    /// The path of the new folder; `nil` if there was nothing to back up.
    public let folder: String?
    /// How many documents are in the folder.
    public let documents: Int
    /// The files that could not be read.
    public let failures: [Failure]
}

extension StorageError {
    /// Whether nothing can be copied to that folder, so that all other files would fail, too.
    fileprivate var endsBackup: Bool {
        switch self {
        case .unwritable, .unwritableText, .diskFull, .readOnly, .alreadyExists, .cancelled: true
        default: false
        }
    }
}
