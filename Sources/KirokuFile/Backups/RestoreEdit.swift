/// The changes that restoring a backup makes in a shared document, computed before anything is changed.
///
/// A shared document must not be replaced: the next sync would undo that. Instead, an edit restores its records, and is
/// sent like any other. Values and records are copied as by ``ComparisonCopy``; fields that were added since stay.
public struct RestoreEdit: Sendable {
    /// The path of the backup.
    public let backup: String
    /// How many records get other values.
    public var changedCount: Int { rows.comparison.different.count }
    /// How many records are deleted, because they were added since.
    public var deletedCount: Int { over.deletedCount }
    /// How many records are restored.
    public var addedCount: Int { over.addedCount }
    /// How many fields are restored.
    public var fieldCount: Int { over.fieldCount }
    /// The names of the fields that have been added since; they stay.
    public let stayingFields: [String]
    /// The names of the fields that have been removed since and cannot be restored.
    public let missingFields: [String]
    /// Whether names, types or rules of fields or the order of the records differ; these are not restored.
    public let hasOtherDifferences: Bool
    /// How many pictures are in neither the backup nor the document.
    public let missingPictureCount: Int
    /// Whether there is nothing to restore.
    public var isEmpty: Bool { over.change == nil }

    fileprivate let rows: ComparedRows
    fileprivate let selection: ComparisonCopy.Selection
    fileprivate let over: ComparisonCopy
    fileprivate let pictures: Set<String>
    /// The revision of the document that it was computed for.
    fileprivate let revision: Int
}

extension Document {
    /// Computes, in the background, what restoring a backup of this document changes.
    ///
    /// - Parameters:
    ///   - backup: its path.
    ///   - progress: called with the progress, from 0 to 1, on any thread.
    /// - Throws: ``CopyMergeError``, also if the backup is damaged, belongs to another document, or differs in
    ///   something that cannot be edited here.
    public func edit(
        puttingBack backup: String, progress: ProgressHandler? = nil
    ) async throws(CopyMergeError) -> RestoreEdit {
        if let refusal { throw .edit(refusal) }
        let (table, revision, limits) = (table, revision, limits)
        let known: Set<String>
        do throws(StorageError) {
            known = Set(try await pictures().map(\.name))
        } catch {
            throw .storage(error)
        }
        return try await RestoreEdit.of(backup, in: table, revision, limits, pictures: known, progress)
    }

    /// Restores the contents of a backup as one step; adds its pictures first.
    ///
    /// What others have changed since the edit was computed stays, and becomes ``conflicts``, up to 1,000.
    ///
    /// - Returns: how many changes were left out because others have changed the same things.
    /// - Throws: ``CopyMergeError``; nothing but pictures may have been added then.
    public func restore(_ edit: RestoreEdit) async throws(CopyMergeError) -> Int {
        if let refusal { throw .edit(refusal) }
        let over = try await edit.over(takingPicturesInto: self)
        var (change, revision, open) = (over.change, edit.revision, [EditConflict]())
        // Constant edits by others must not prevent the restore forever.
        for _ in 0..<Self.restoreAttempts {
            if self.revision == revision {
                do throws(EditError) {
                    if let change { try apply(change, title: .restore) }
                } catch {
                    throw .edit(error)
                }
                if open.count <= CopyMerge.mostKept { self.leaveOpen(open) }
                return open.count
            }
            revision = self.revision
            do {
                let merge = try await edit.merge(over.change, into: table)
                (change, open) = (merge.change, merge.open)
            } catch {
                throw .storage(.cancelled)
            }
        }
        throw .edit(.changedMeanwhile)
    }

    private static let restoreAttempts = 20
}

extension RestoreEdit {
    @concurrent
    fileprivate static func of(
        _ backup: String, in table: RecordTable, _ revision: Int, _ limits: EditLimits, pictures known: Set<String>,
        _ progress: ProgressHandler?
    ) async throws(CopyMergeError) -> RestoreEdit {
        let (other, stored) = try await read(backup, progress)
        guard other.seemsToBeCopy(of: table) else { throw .isOfAnotherDocument }
        let rows: ComparedRows
        do {
            rows = try await .of(try await .of(table, and: other, by: .identity))
        } catch {
            throw .storage(.cancelled)
        }
        let comparison = rows.comparison
        // If others define the fields, only their contents are restored.
        let keepsFields = limits.refusal(of: .defineFields) != nil
        let selection =
            keepsFields ? ComparisonCopy.Selection.cells(rows: 0..<rows.count, fields: 0..<table.schema.count) : .all
        let over: ComparisonCopy
        do throws(TableError) {
            over = try await .of(selection, in: rows)
        } catch {
            throw .edit(.refused(error))
        }
        if let limited = over.change.flatMap({ limits.refusal(of: $0, in: table.schema) }) { throw .edit(limited) }
        let names = await ComparisonCopy.pictureNames(selection, in: rows)
        if Task.isCancelled { throw .storage(.cancelled) }
        let here = Set(stored.filter(\.isHere).map(\.name))
        return RestoreEdit(
            backup: backup, stayingFields: comparison.fieldsOnlyHere.map { table.schema[$0].name },
            missingFields: keepsFields ? comparison.fieldsOnlyThere.map { other.schema[$0].name } : [],
            hasOtherDifferences: comparison.hasOtherDifferences,
            missingPictureCount: names.intersection(stored.map(\.name)).subtracting(here).subtracting(known).count,
            rows: rows, selection: selection, over: over, pictures: names.intersection(here), revision: revision)
    }

    /// Reads a backup, which must be complete: anything missing in it would be deleted for the others.
    private static func read(
        _ backup: String, _ progress: ProgressHandler?
    ) async throws(CopyMergeError) -> (RecordTable, [StoredPicture]) {
        let file = CardFile(path: backup)
        let result: Result<(RecordTable, [StoredPicture]), StorageError>
        do throws(StorageError) {
            let table = try await file.load(around: nil, beginning: nil, progress: progress).table
            try await file.checkStructure()
            result = .success((table, try await file.pictures()))
        } catch {
            result = .failure(error)
        }
        await file.close()
        do throws(StorageError) {
            return try result.get()
        } catch {
            throw .storage(error)
        }
    }

    /// The changes once the pictures are here; some pictures may have new names.
    fileprivate func over(takingPicturesInto document: Document) async throws(CopyMergeError) -> ComparisonCopy {
        guard !pictures.isEmpty else { return over }
        let names: [String: String]
        do throws(StorageError) {
            names = try await DocumentStores.reading(backup) { (store) throws(StorageError) in
                try await document.takePictures(named: pictures, of: store)
            }
        } catch {
            throw .storage(error)
        }
        guard !names.isEmpty else { return over }
        do throws(TableError) {
            return try await .of(selection, in: rows, renamingPictures: names)
        } catch {
            throw .edit(.refused(error))
        }
    }

    /// The same for a table that others have changed since.
    @concurrent
    fileprivate func merge(
        _ change: Change?, into table: RecordTable
    ) async throws(CancellationError) -> TableMerge {
        let before = rows.comparison.table
        var restored = before
        if let change { _ = try? restored.apply(change) }
        return try await TableMerge.of(restored, into: table, from: before)
    }
}

extension TableComparison {
    /// Whether common fields are defined differently, or common records are in another order.
    fileprivate var hasOtherDifferences: Bool {
        matches.contains { table.schema[$0.field] != other.schema[$0.source] }
            || Set(table.places.keys).union(other.places.keys).contains { id in
                table.index(of: id) != nil && other.index(of: id) != nil && table.place(of: id) != other.place(of: id)
            }
    }
}
