import Glibc

extension BackupSet {
    /// Puts a document back where it was.
    ///
    /// A document that is there now becomes what the copy is, in one transaction, and stays the same file. What is there
    /// and cannot be read as a document is kept beside under another name. Where the folder is missing, as on another
    /// machine, the document goes to another one, under a name that is free.
    ///
    /// - Parameters:
    ///   - document: the copy.
    ///   - folder: where it goes if its own folder is not there.
    ///   - time: in the name of what is kept beside.
    ///   - progress: is told how far it has come.
    /// - Returns: where the document is now.
    /// - Throws: ``StorageError``, also if the copy is damaged or from a later version. What was there is as it was then.
    @concurrent
    public func putBack(
        _ document: Document, elsewhere folder: String, at time: LocalTime, progress: ProgressHandler? = nil
    ) async throws(StorageError) -> String {
        // All of it is read, so that nothing damaged takes the place of something that is good.
        let copy = try await CardFile.open(at: document.copy).store
        do throws(StorageError) {
            let place = try await Self.putBack(copy, at: document.path, elsewhere: folder, time, progress)
            await copy.close()
            return place
        } catch {
            await copy.close()
            throw error
        }
    }

    private static func putBack(
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
                try await copy.putBack(to: path, progress: progress)
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

/// Files that make room for another one of their name, and are lost to nobody.
enum KeptBeside {
    /// Gives a file another name in its folder: "list, 2026-11-22 10.46.12.kiroku".
    ///
    /// Returns the path that it has then.
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
    /// Whether it says that a file is no document that can be read.
    public var isDamage: Bool {
        switch self {
        case .damaged, .notADocument, .malformed, .notAFile: true
        default: false
        }
    }
}
