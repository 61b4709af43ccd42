import KirokuCore
import KirokuServer

/// `kiroku merge MINE THEIRS`: what another copy of a document has changed, put into this one.
struct MergeCommand: Command {
    let mine: String
    let theirs: String
    /// The document that both come from; `nil` if it is not known.
    let base: String?
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        (mine, theirs) = try arguments.twoOperands("MINE", "THEIRS")
        base = arguments[.base]
        for path in [mine, theirs, base ?? ""] where ServerAddress.isAddress(path) { throw .addressForFile }
        isQuiet = arguments.has(.quiet)
    }

    /// As in other programs that merge, 1 means that something could not be merged and stays as it is in MINE.
    func run() async throws(CommandFailure) -> ExitStatus {
        do throws(CommandFailure) {
            let other = DocumentStores.at(theirs)
            let coming = try await load(other, at: theirs)
            var before: RecordTable?
            if let base { before = try await load(DocumentStores.at(base), at: base, closing: true).table }
            let store = DocumentStores.at(mine)
            let contents = try await load(store, at: mine)
            guard !store.isReadOnly else { throw CommandFailure(StorageError.readOnly(at: store.location)) }
            let count = try await merge(coming.table, from: before, into: contents, store, picturesOf: other)
            await store.close()
            await other.close()
            return count == 0 ? .success : .failure
        } catch {
            throw CommandFailure(error.message, status: .usage)
        }
    }

    private func load(
        _ store: any DocumentStore, at path: String, closing: Bool = false
    ) async throws(CommandFailure) -> DocumentContents {
        guard FileKind.exists(path), (try? FileKind.of(path)) == .document else {
            guard FileKind.exists(path) else { throw CommandFailure(.notFound(path: path)) }
            throw CommandFailure(
                localized(
                    "“{file}” is not a Kiroku document, and only documents can be merged.",
                    ["file": FilePath.name(of: path)]))
        }
        do throws(StorageError) {
            let contents = try await store.load()
            if closing { await store.close() }
            return contents
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Merges, saves, and reports what could not be merged; returns the number of such places.
    private func merge(
        _ other: RecordTable, from base: RecordTable?, into contents: DocumentContents, _ store: any DocumentStore,
        picturesOf source: any DocumentStore
    ) async throws(CommandFailure) -> Int {
        let merge = try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(CancellationError) {
                return try await TableMerge.of(other, into: contents.table, from: base)
            } catch {
                throw CommandFailure(StorageError.cancelled)
            }
        }
        var lines = merge.conflicts.map { $0.mergeText(in: contents.table) }
        if let change = merge.change {
            lines += try await copyPictures(from: source, into: store)
            try await DocumentEdit.save(
                change, as: .mergeCopy(FilePath.name(of: theirs)), to: contents, in: store, at: mine)
        }
        if !isQuiet, !lines.isEmpty { try Console.write(lines.joined(separator: "\n") + "\n") }
        return lines.count
    }

    /// Copies the pictures that only the other document has.
    ///
    /// - Returns: a line for each name that belongs to another picture here.
    private func copyPictures(
        from source: any DocumentStore, into store: any DocumentStore
    ) async throws(CommandFailure) -> [String] {
        do throws(StorageError) {
            return try await store.takePictures(of: source).map {
                localized("The other document has a different picture “{name}”.", ["name": $0])
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}
