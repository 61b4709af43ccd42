import GtkKit
import KirokuCore

/// Backing up everything, and restoring what was backed up.
extension KirokuApplication {
    /// The beginning of the backup folders' names; the date follows.
    private static var backupName: String { localized("Kiroku backup") }

    /// Copies all known documents, and all that the program keeps for itself, into a new folder.
    ///
    /// The known documents are those that are open, those used last, and those in the folder for documents and in the
    /// program's own.
    func backUpEverything(
        in folder: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> BackupReport {
        for window in windows {
            window.screen?.commitEditing()
            await window.shown?.finishSaving()
        }
        await windowMemory.write()
        let known = windows.compactMap { $0.shown?.path } + RecentFiles.paths(in: RecentDocuments.group)
        let documents = await BlockingIO.run { [folders = [links.ownFolder, links.documents]] in
            BackupPlan.documents(known: known, in: folders)
        }
        return try await BackupPlan(documents: documents, kept: links.kept).write(
            in: folder, name: Self.backupName, at: LocalTime(AppClock.shared.now), progress: progress)
    }

    /// The result of restoring.
    struct RestoreReport {
        /// The folder that now holds what was there before; `nil` if there was nothing.
        var before: String?
        /// How many things were restored.
        var count = 0
        /// The new paths of documents that were restored elsewhere, because their folders are missing.
        var moved: [String] = []
        /// How much in shared documents conflicts with what others have changed meanwhile.
        var conflicts = 0
        /// What was not restored, and why.
        var failures: [(name: String, reason: String)] = []
    }

    /// Finds out what restoring would change in those documents that are shared.
    ///
    /// - Throws: `CopyMergeError`, with the path of the document that it is about.
    func previewRestore(
        _ documents: [BackupSet.Document], progress: @escaping @Sendable (Double) -> Void
    ) async throws(RestoreFailure) -> [SharedRestore] {
        var found: [SharedRestore] = []
        for (done, document) in documents.enumerated() {
            do throws(CopyMergeError) {
                let window = window(showing: document.path)
                window?.screen?.commitEditing()
                let shared = try await SharedRestore.of(document, in: window?.shown) {
                    progress((Double(done) + $0) / Double(documents.count))
                }
                if let shared { found.append(shared) }
            } catch {
                for shared in found { await shared.close() }
                throw RestoreFailure(name: FilePath.name(of: document.path), error: error)
            }
        }
        return found
    }

    /// Restores documents and files that the program keeps for itself, and applies them at once.
    ///
    /// What is there now is backed up first; what cannot be backed up is not replaced, unless it is damaged. Shared
    /// documents are not replaced but edited.
    ///
    /// - Parameter shared: those of the documents that are shared.
    func restore(
        _ documents: [BackupSet.Document], shared: [SharedRestore], _ kept: [KeptFile], from set: BackupSet,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> RestoreReport {
        await windowMemory.write()
        let now = LocalTime(AppClock.shared.now)
        let present = await BlockingIO.run {
            documents.map(\.path).filter { FileKind.exists($0) }
        }
        for path in present { await window(showing: path)?.shown?.finishSaving() }
        let backups = links.ownFolder + "/backups"
        try await BlockingIO.run { () throws(StorageError) in try Folder.make(backups) }
        let safe = try await BackupPlan(documents: present, kept: kept).write(
            in: backups, name: Self.backupName, at: now)
        var report = RestoreReport(before: safe.folder)
        let parts = Double(documents.count + 1)
        for (done, document) in documents.enumerated() {
            do {
                guard !Task.isCancelled else { throw StorageError.cancelled }
                try safe.check(document.path)
                if let edit = shared.first(where: { $0.path == document.path }) {
                    report.conflicts += try await edit.make()
                    report.count += 1
                    continue
                }
                let place = try await restore(document, from: set, at: now) { progress((Double(done) + $0) / parts) }
                report.count += 1
                if place != document.path { report.moved.append(place) }
            } catch {
                report.failures.append((FilePath.name(of: document.path), Self.message(of: error)))
            }
        }
        for file in kept {
            do throws(StorageError) {
                guard !Task.isCancelled else { throw .cancelled }
                try safe.check(file.title)
                try await BlockingIO.run { () throws(StorageError) in try file.restore(from: set.copy(of: file)) }
                report.count += 1
            } catch {
                report.failures.append((file.title, error.message))
            }
        }
        if !kept.isEmpty {
            preferences.values.readAgain()
            windowMemory.readAgain()
        }
        return report
    }

    private static func message(of error: any Error) -> String {
        (error as? CopyMergeError)?.message ?? (error as? StorageError)?.message ?? ""
    }

    private func restore(
        _ document: BackupSet.Document, from set: BackupSet, at time: LocalTime,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws(StorageError) -> String {
        let window = window(showing: document.path)
        guard let window else {
            return try await set.restore(document, elsewhere: links.documents, at: time, progress: progress)
        }
        guard await window.giveUpDocument() else { throw .busy(path: document.path) }
        let result: Result<String, StorageError>
        do throws(StorageError) {
            result = .success(
                try await set.restore(document, elsewhere: links.documents, at: time, progress: progress))
        } catch {
            result = .failure(error)
        }
        window.opening.start(document.path)
        // Wait, so that opening the document does not replace the messages that follow.
        await window.opening.untilDone()
        return try result.get()
    }
}

/// Why it is not known what restoring a document would change.
struct RestoreFailure: Error {
    /// The name of its file.
    let name: String
    let error: CopyMergeError
}

extension BackupReport {
    /// Throws if something could not be backed up, unless it is damaged: it is then kept beside its replacement.
    ///
    /// - Parameter thing: a document's path, or the title of a file that the program keeps.
    fileprivate func check(_ thing: String) throws(StorageError) {
        let failure = failures.first { ($0.path ?? $0.name) == thing }
        if let failure, !failure.error.isDamage { throw failure.error }
    }
}
