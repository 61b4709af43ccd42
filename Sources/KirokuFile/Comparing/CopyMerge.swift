/// The changes that merging a copy into an open document makes, computed before anything is changed.
public struct CopyMerge: Sendable {
    /// The copy.
    public let copy: ConflictCopy
    /// Whether the common ancestor is known; otherwise, only what is missing here is added.
    public let knowsAncestor: Bool
    /// How many records are added.
    public private(set) var addedCount = 0
    /// How many cells get other values.
    public private(set) var cellCount = 0
    /// How many records are deleted.
    public private(set) var deletedCount = 0
    /// Whether fields are changed, added or removed.
    public private(set) var hasFields = false
    /// How many pictures are added.
    public let pictureCount: Int
    /// How many things both have changed in different ways; they stay as they are here.
    public var conflictCount: Int { open.count }
    /// Whether the copy's versions of these are kept as conflicts, to be resolved later.
    public var keepsConflicts: Bool { knowsAncestor && conflictCount <= Self.mostKept }

    fileprivate let change: Change?
    fileprivate let open: [EditConflict]
    /// The revision of the document that it was computed for.
    fileprivate let revision: Int

    /// The largest number of conflicts that a person can be expected to resolve.
    static let mostKept = 1_000

    fileprivate init(_ merge: TableMerge, of copy: ConflictCopy, knowsAncestor: Bool, pictures: Int, revision: Int) {
        self.copy = copy
        self.knowsAncestor = knowsAncestor
        change = merge.change
        open = merge.open
        pictureCount = pictures
        self.revision = revision
        if let change { count(change) }
    }

    /// Whether the document would stay as it is.
    public var isEmpty: Bool { change == nil && pictureCount == 0 }

    private mutating func count(_ change: Change) {
        switch change {
        case .setCells(let cells): cellCount += cells.count
        case .insertRecords(let records): addedCount += records.count
        case .deleteRecords(let records): deletedCount += records.count
        case .setPlaces: break
        case .changeFields: hasFields = true
        case .sequence(let changes): for change in changes { count(change) }
        }
    }
}

extension Document {
    /// Computes, in the background, what merging a copy of this document changes.
    ///
    /// - Parameters:
    ///   - copy: the copy.
    ///   - earlier: the paths of earlier copies of this document, the latest first.
    /// - Throws: ``StorageError`` if the copy cannot be read, or is not a document.
    public func merge(
        of copy: ConflictCopy, earlier: [String] = []
    ) async throws(StorageError) -> CopyMerge {
        let other = CardFile(path: copy.path)
        let merge: CopyMerge
        do throws(StorageError) {
            let contents = try await other.load()
            let copies = [path].compactMap(\.self) + earlier
            let base = await CommonAncestor.of(other, contents.table, and: copies)?.table
            let (mine, revision) = (table, revision)
            let missing = try await missingPictures(of: other).missing.count
            do {
                let laid = try await TableMerge.of(contents.table, into: mine, from: base)
                merge = CopyMerge(laid, of: copy, knowsAncestor: base != nil, pictures: missing, revision: revision)
            } catch {
                throw StorageError.cancelled
            }
        } catch {
            await other.close()
            throw error
        }
        await other.close()
        return merge
    }

    /// Makes the changes of a merge, as one step; adds its pictures first.
    ///
    /// What both have changed in different ways stays as it is here; the copy's edits become ``conflicts``, if
    /// ``CopyMerge/keepsConflicts``.
    ///
    /// - Throws: ``CopyMergeError``. If the document has changed since the merge was computed, only pictures were
    ///   added.
    public func take(_ merge: CopyMerge) async throws(CopyMergeError) {
        if let refusal { throw .edit(refusal) }
        do throws(StorageError) {
            if merge.pictureCount > 0 {
                try await DocumentStores.reading(merge.copy.path) { (store) throws(StorageError) in
                    _ = try await takePictures(of: store)
                }
            }
        } catch {
            throw .storage(error)
        }
        do throws(EditError) {
            if let change = merge.change {
                try apply(change, title: .mergeCopy(merge.copy.name), ifStill: merge.revision)
            }
        } catch {
            throw .edit(error)
        }
        if merge.keepsConflicts { leaveOpen(merge.open) }
    }
}

/// Why a copy was not merged, or a backup not restored.
public enum CopyMergeError: Error, Sendable, Hashable {
    /// The file or its pictures cannot be read, or the pictures cannot be stored here.
    case storage(StorageError)
    /// The document cannot be edited, or has changed in the meantime.
    case edit(EditError)
    /// The backup belongs to another document.
    case isOfAnotherDocument

    /// What happened, for the user.
    public var message: String {
        switch self {
        case .storage(let error): error.message
        case .edit(let error): error.message
        case .isOfAnotherDocument:
            localized("The backup is of a different document. This document is shared, so it cannot be replaced.")
        }
    }
}
