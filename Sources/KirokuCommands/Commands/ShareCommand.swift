import KirokuCore
import KirokuServer

/// `kiroku share FILE ADDRESS`: puts a document on a server, for several to edit.
struct ShareCommand: Command {
    let path: String
    let address: ServerAddress
    /// The roles that may use it as well.
    let roles: [String]
    /// Whether only to show what would be made on the server.
    let isScript: Bool
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        let (first, second) = try arguments.twoOperands("FILE", "ADDRESS")
        guard !ServerAddress.isAddress(first) else { throw .addressForFile }
        path = first
        address = try ServerAccess.address(second)
        roles = arguments.all(.with)
        isScript = arguments.has(.printSQL)
        isQuiet = arguments.has(.quiet)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        ServerAccess.warn(of: address)
        return try await Interruption.cancelling { () async throws(CommandFailure) in
            let (store, contents) = try await SharedDocument.load(path)
            let name = FilePath.stem(of: FilePath.name(of: path))
            do throws(CommandFailure) {
                if isScript {
                    try Console.write(try script(contents.table, name))
                } else {
                    try await share(store, contents.table, name)
                }
                await store.close()
            } catch {
                await store.close()
                throw error
            }
            return .success
        }
    }

    private func script(_ table: RecordTable, _ name: String) throws(CommandFailure) -> String {
        do throws(ServerError) {
            return try SharedPlace.script(for: table, at: address, name: name, roles: roles)
        } catch {
            throw CommandFailure(error.message)
        }
    }

    private func share(
        _ store: any DocumentStore, _ table: RecordTable, _ name: String
    ) async throws(CommandFailure) {
        do throws(SyncError) {
            try await SharedPlace.share(store, table, at: address, name: name, roles: roles)
        } catch {
            throw CommandFailure(error.message)
        }
        guard !isQuiet else { return }
        Console.tell(
            localized(
                "1 record is on the server now. Others get a copy with “{command}”.",
                "{count} records are on the server now. Others get a copy with “{command}”.", count: table.count,
                ["command": "kiroku join"]))
    }
}

/// `kiroku join ADDRESS FILE`: makes a copy of a document that is shared on a server.
struct JoinCommand: Command {
    let address: ServerAddress
    let path: String
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        let (first, second) = try arguments.twoOperands("ADDRESS", "FILE")
        address = try ServerAccess.address(first)
        path = second
        guard !ServerAddress.isAddress(path) else { throw .addressForFile }
        isQuiet = arguments.has(.quiet)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        ServerAccess.warn(of: address)
        guard !FileKind.exists(path) else { throw CommandFailure(StorageError.alreadyExists(path: path)) }
        return try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(SyncError) {
                try await SharedPlace.join(address, at: path)
                // The pictures come with the first time.
                let desk = try await SharedDesk.open(path)
                do throws(SyncError) {
                    _ = try await desk.sync()
                    await desk.close()
                } catch {
                    await desk.close()
                    throw error
                }
            } catch {
                throw CommandFailure(error.message)
            }
            return .success
        }
    }
}

/// `kiroku unshare FILE`: makes a shared document one of its own again.
struct UnshareCommand: Command {
    let path: String
    let isForced: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        path = try arguments.onlyOperand("FILE")
        guard !ServerAddress.isAddress(path) else { throw .addressForFile }
        isForced = arguments.has(.force)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        let waiting: Int
        do throws(SyncError) {
            waiting = try await SharedPlace.end(path, isForced: isForced)
        } catch {
            throw CommandFailure(error.message)
        }
        guard waiting > 0 else { return .success }
        guard isForced else {
            throw CommandFailure(
                localized(
                    "1 edit has not been sent yet; “{option}” ends the sharing all the same.",
                    "{count} edits have not been sent yet; “{option}” ends the sharing all the same.", count: waiting,
                    ["option": CommandOption.force.longForm]))
        }
        Console.tell(
            localized(
                "1 edit was not sent; it is in the document here.",
                "{count} edits were not sent; they are in the document here.", count: waiting))
        return .success
    }
}

/// A document that is shared, or is to be.
enum SharedDocument {
    /// Loads a document that can be edited.
    static func load(
        _ path: String
    ) async throws(CommandFailure) -> (store: any DocumentStore, contents: DocumentContents) {
        guard FileKind.exists(path) else { throw CommandFailure(.notFound(path: path)) }
        guard (try? FileKind.of(path)) == .document else {
            throw CommandFailure(
                localized(
                    "“{file}” is not a document, and only documents can be shared.", ["file": FilePath.name(of: path)]))
        }
        let store = DocumentStores.at(path)
        do throws(StorageError) {
            let contents = try await store.load()
            guard !store.isReadOnly else { throw .readOnly(at: store.location) }
            guard !contents.isOfEarlierVersion else { throw .notConverted(at: store.location) }
            return (store, contents)
        } catch {
            await store.close()
            throw CommandFailure(error)
        }
    }
}
