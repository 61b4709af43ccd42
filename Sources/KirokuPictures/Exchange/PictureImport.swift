import Glibc
import KirokuCore

/// Takes pictures from a folder into a document, for the records of a text file that name them.
///
/// A name leads only to a regular file in the folder: one that goes through other folders, or is a symbolic link, is
/// refused. The bytes are taken unchanged, even if they cannot be shown, which is reported.
public struct PictureImport: Sendable {
    private let folder: String
    private let hash: @Sendable ([UInt8]) -> String
    private let problem: @Sendable ([UInt8]) async -> String?
    private static let mostBytes = 1 << 28

    /// Creates an import, which ``take(for:fields:into:progress:)`` or ``complete(_:of:progress:)`` begins.
    ///
    /// - Parameters:
    ///   - folder: the folder with the pictures.
    ///   - hash: returns the SHA-256 sum of a picture's bytes.
    ///   - problem: returns why a picture of these bytes cannot be shown, in the user's language; `nil` if it can.
    public init(
        from folder: String, hash: @escaping @Sendable ([UInt8]) -> String,
        problem: @escaping @Sendable ([UInt8]) async -> String?
    ) {
        self.folder = folder
        self.hash = hash
        self.problem = problem
    }

    /// The String fields that name at least one file of the folder.
    ///
    /// - Throws: `StorageError` if the folder cannot be read.
    @concurrent
    public func fields(of table: RecordTable) async throws(StorageError) -> [Int] {
        let files = try names()
        return table.schema.fields.indices.filter { field in
            table.schema[field].type.holdsText
                && (0..<table.count).contains { record in
                    String(table[record, field]).map(files.contains) ?? false
                }
        }
    }

    /// Puts the pictures that some fields name into a document, and makes the cells name them as the document does.
    ///
    /// A picture may have another name in the document, because another picture has its name, or because the picture is
    /// already there under another name.
    ///
    /// - Parameters:
    ///   - table: the records, whose cells are changed.
    ///   - fields: the fields that name pictures; fields of other types than String are left alone.
    ///   - store: the document that takes the pictures.
    ///   - progress: called with the progress, from 0 to 1.
    /// - Returns: the pictures that are in the document now, and those that could not be taken.
    /// - Throws: `StorageError` if the folder cannot be read or the document cannot be written;
    ///   `StorageError.cancelled` if the task was cancelled. Pictures that are in the document by then stay, although
    ///   no card shows them.
    @concurrent
    public func take(
        for table: inout RecordTable, fields: [Int], into store: any PictureStore,
        progress: @Sendable (Double) -> Void = { _ in }
    ) async throws(StorageError) -> PictureTransfer {
        let files = try names()
        var wanted: [String] = []
        var seen: Set<String> = []
        for place in Self.cells(of: table, fields) {
            guard let name = table.text(at: place), seen.insert(name).inserted else { continue }
            if files.contains(name) || !PictureFileName.isSafe(name) { wanted.append(name) }
        }
        var transfer = PictureTransfer()
        for (place, name) in wanted.enumerated() {
            guard !Task.isCancelled else { throw .cancelled }
            progress(Double(place) / Double(wanted.count))
            guard PictureFileName.isSafe(name) else {
                transfer.refuse(name, localized("The name refers to a file outside the folder with the pictures."))
                continue
            }
            let bytes: [UInt8]
            do throws(StorageError) {
                bytes = try read(name)
            } catch {
                transfer.refuse(name, error.message)
                continue
            }
            transfer.names[name] = try await store.addPicture(bytes, hash: hash(bytes), name: name)
            if let reason = await problem(bytes) {
                transfer.broken.append(PictureTransfer.Refusal(name: name, reason: reason))
            }
        }
        table.rename(transfer.names, at: Self.cells(of: table, fields))
        return transfer
    }

    /// The same, for the fields of pictures and those of text that name a file of the folder, if the records have
    /// values for them.
    ///
    /// - Returns: also the indexes of these fields.
    @concurrent
    public func take(
        for records: inout FittedRecords, into store: any PictureStore,
        progress: @Sendable (Double) -> Void = { _ in }
    ) async throws(StorageError) -> (fields: [Int], transfer: PictureTransfer) {
        var table = records.table
        let naming = Set(try await fields(of: table))
        let fields = records.fields.sorted().filter { table.schema[$0].isPicture || naming.contains($0) }
        let transfer = try await take(for: &table, fields: fields, into: store, progress: progress)
        records.table = table
        return (fields, transfer)
    }

    /// Puts the pictures into a document that was just made from a table, and marks the fields that name them.
    ///
    /// If that fails, discards the document.
    ///
    /// - Returns: the pictures that are in the document now, and those that could not be taken.
    /// - Throws: `StorageError`, like ``take(for:fields:into:progress:)``.
    @concurrent
    public func complete(
        _ store: any DocumentStore, of table: RecordTable, progress: @Sendable (Double) -> Void = { _ in }
    ) async throws(StorageError) -> PictureTransfer {
        do throws(StorageError) {
            return try await fill(store, of: table, progress: progress)
        } catch {
            await store.discard()
            throw error
        }
    }

    private func fill(
        _ store: any DocumentStore, of table: RecordTable, progress: @Sendable (Double) -> Void
    ) async throws(StorageError) -> PictureTransfer {
        let fields = try await fields(of: table)
        var named = table
        let transfer = try await take(for: &named, fields: fields, into: store, progress: progress)
        var changed = table
        let applied: AppliedChange
        do throws(TableError) {
            applied = try changed.apply(Self.change(of: table, to: named, fields))
        } catch {
            preconditionFailure("the fields are String fields of the table: \(error)")
        }
        try await store.commit([.edit(Edit(applied.change, isUndoable: false))])
        return transfer
    }

    private static func change(of table: RecordTable, to named: RecordTable, _ fields: [Int]) -> Change {
        let edits = fields.flatMap { field in
            (0..<table.count).filter { table[$0, field] != named[$0, field] }
                .map { CellEdit(record: $0, field: field, value: named[$0, field]) }
        }
        let change = table.change(setting: edits, appending: RecordTable(schema: table.schema))
        return .marking(fields, of: table, before: change) ?? .sequence([])
    }

    /// The names of all entries of the folder.
    private func names() throws(StorageError) -> Set<String> {
        do {
            return Set(try Folder.entries(of: folder).map(\.name))
        } catch {
            throw error.whileReading(folder)
        }
    }

    private func read(_ name: String) throws(StorageError) -> [UInt8] {
        let path = "\(folder)/\(name)"
        do throws(SystemError) {
            // A link could lead to any of the user's files, which the sender of a text with pictures may want to get.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw SystemError(code: EINVAL) }
            guard status.st_size <= Self.mostBytes else { throw SystemError(code: EFBIG) }
            var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
            let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                try file.read(into: buffer)
            }
            bytes.removeLast(bytes.count - count)
            return bytes
        } catch {
            switch error.code {
            case ELOOP, EISDIR, EINVAL, ENXIO: throw .notAFile(path: path)
            case EFBIG: throw .tooLarge(path: path)
            default: throw error.whileReading(path)
            }
        }
    }

    private static func cells(of table: RecordTable, _ fields: [Int]) -> some Sequence<CellPosition> {
        let fields = fields.filter { table.schema.fields.indices.contains($0) && table.schema[$0].type.holdsText }
        let count = table.count
        return fields.lazy.flatMap { field in
            (0..<count).lazy.map { CellPosition(record: $0, field: field) }
        }
    }
}

extension RecordTable {
    fileprivate func text(at place: CellPosition) -> String? {
        String(self[place.record, place.field])
    }

    /// Replaces texts by others.
    fileprivate mutating func rename(_ names: [String: String], at places: some Sequence<CellPosition>) {
        guard names.contains(where: { $0.key != $0.value }) else { return }
        for place in places {
            guard let old = text(at: place), let new = names[old], new != old else { continue }
            // A text fits a String field, so this cannot fail.
            try? set(.string(new), at: place.record, field: place.field)
        }
    }
}
