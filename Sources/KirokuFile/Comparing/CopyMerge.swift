/// What a copy of an open document has that the document does not, worked out before anything is changed.
public struct CopyMerge: Sendable {
    /// Where the copy is.
    public let copy: ConflictCopy
    /// Whether it is known what both have come from; otherwise only what is missing here is added.
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
    /// How many things both have changed in different ways, which stay as they are here.
    public var conflictCount: Int { open.count }
    /// Whether those of the copy are kept beside the document, to be decided later.
    public var keepsConflicts: Bool { knowsAncestor && conflictCount <= Self.mostKept }

    fileprivate let change: Change?
    fileprivate let open: [EditConflict]
    /// The table of the document for which it was worked out.
    fileprivate let revision: Int

    /// More of them are not for people to decide one by one.
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
    /// Works out, in the background, what a copy of this document would bring.
    ///
    /// - Parameters:
    ///   - copy: where the copy is.
    ///   - earlier: the paths of copies of this document from earlier times, the latest first.
    /// - Throws: ``StorageError`` if the copy cannot be read, or is no document.
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

    /// Takes over what a copy brings, as one step; its pictures first.
    ///
    /// What both have changed in different ways stays as it is here; the copy's edits are among ``conflicts`` then, if
    /// ``CopyMerge/keepsConflicts``.
    ///
    /// - Throws: ``CopyMergeError``. If the document has changed since it was worked out, only pictures were added.
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

/// Why a copy was not merged, or a backup not put back.
public enum CopyMergeError: Error, Sendable, Hashable {
    /// Its pictures cannot be read, or not be kept here.
    case storage(StorageError)
    /// The document cannot be edited, or has changed meanwhile.
    case edit(EditError)
    /// The backup is not one of this document.
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
