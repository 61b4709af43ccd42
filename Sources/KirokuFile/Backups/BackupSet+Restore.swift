import Glibc

extension BackupSet {
    /// Restores a document to its original place.
    ///
    /// A document that still exists there gets the contents of the copy in one transaction, and remains the same file.
    /// A file there that is not a readable document is renamed and kept. If the original folder does not exist, as on
    /// another machine, the document goes to another folder, under a name that is free.
    ///
    /// - Parameters:
    ///   - document: the document to restore.
    ///   - folder: where the document goes if its own folder does not exist.
    ///   - time: the time in the new name of a file that is kept.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Returns: the path of the document.
    /// - Throws: ``StorageError``, also if the copy is damaged or from a later version. Nothing has changed then.
    @concurrent
    public func restore(
        _ document: Document, elsewhere folder: String, at time: LocalTime, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> String {
        // Read in full first, so that a damaged copy never replaces a good document.
        let copy = try await CardFile.open(at: document.copy).store
        do throws(StorageError) {
            try await copy.checkStructure()
            let place = try await Self.restore(copy, at: document.path, elsewhere: folder, time, progress)
            await copy.close()
            return place
        } catch {
            await copy.close()
            throw error
        }
    }

    private static func restore(
        _ copy: CardFile, at path: String, elsewhere folder: String, _ time: LocalTime,
        _ progress: ProgressHandler?
    ) async throws(StorageError) -> String {
        guard FileKind.isFolder(FilePath.folder(of: path)) else {
            try Folder.make(folder)
            let place = freePath(for: path, in: folder)
            try await copy.backUp(to: place, progress: progress)
            return place
        }
        if FileKind.exists(path) {
            do throws(StorageError) {
                try await copy.restore(to: path, progress: progress)
                return path
            } catch {
                guard error.isDamage else { throw error }
                _ = try KeptBeside.rename(path, at: time)
            }
        }
        try await copy.backUp(to: path, progress: progress)
        return path
    }

    private static func freePath(for path: String, in folder: String) -> String {
        let title = PortableName.title(of: path)
        var number = 1
        while FileKind.exists(folder + "/" + PortableName.name(title, number: number)) { number += 1 }
        return folder + "/" + PortableName.name(title, number: number)
    }
}

/// Files that are renamed to make room for another, so that nothing is lost.
enum KeptBeside {
    /// Renames a file within its folder, to "list, 2026-11-22 10.46.12.kiroku".
    ///
    /// Returns the new path.
    static func rename(_ path: String, at time: LocalTime) throws(StorageError) -> String {
        let title = PortableName.title(of: path) + ", " + time.nameText
        var number = 1
        while true {
            let place = FilePath.folder(of: path) + "/" + PortableName.name(title, number: number)
            number += 1
            var status = stat()
            if lstat(place, &status) == 0 { continue }
            guard Glibc.rename(path, place) == 0 else { throw SystemError.last.whileWriting(path) }
            return place
        }
    }
}

extension StorageError {
    /// Whether the error says that the file is not a readable document.
    public var isDamage: Bool {
        switch self {
        case .damaged, .notADocument, .malformed, .notAFile: true
        default: false
        }
    }
}
