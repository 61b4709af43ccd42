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
            let (count, script) = try await shared()
            if isScript {
                try Console.write(script)
            } else if !isQuiet {
                Console.show(
                    localized(
                        "1 record is now on the server. Others can get a copy with “{command}”.",
                        "{count} records are now on the server. Others can get a copy with “{command}”.", count: count,
                        ["command": "kiroku join"]))
            }
            return .success
        }
    }

    /// Shares the document, or only finds out how; returns how many records it has, and what was or would be made.
    private func shared() async throws(CommandFailure) -> (Int, script: String) {
        do throws(SyncError) {
            let document = try await DocumentToShare.open(path)
            do throws(SyncError) {
                // Only showing it needs no connection.
                let schema = isScript ? "public" : try await ServerView.of(address).schema
                let plan = try document.plan(at: address, roles: roles, schema: schema)
                if !isScript {
                    let line = ProgressLine(localized("Copying the records…"), isQuiet: isQuiet)
                    defer { line.end() }
                    try await document.share(by: plan) { line.report($0) }
                }
                await document.close()
                return (document.table.count, plan.script)
            } catch {
                await document.close()
                throw error
            }
        } catch {
            throw CommandFailure(error.message)
        }
    }
}

/// `kiroku join ADDRESS FILE`: makes a copy of a document that is shared on a server.
struct JoinCommand: Command {
    let address: ServerAddress
    let path: String
    /// Which records the copy has; `nil` for all.
    let condition: String?
    let fetchesPictures: Bool
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        let (first, second) = try arguments.twoOperands("ADDRESS", "FILE")
        address = try ServerAccess.address(first)
        path = second
        fetchesPictures = arguments.has(.withPictures)
        guard !ServerAddress.isAddress(path) else { throw .addressForFile }
        let conditions = arguments.all(.where)
        condition = conditions.isEmpty ? nil : conditions.map { "(\($0))" }.joined(separator: " and ")
        isQuiet = arguments.has(.quiet)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        ServerAccess.warn(of: address)
        guard !FileKind.exists(path) else { throw CommandFailure(StorageError.alreadyExists(path: path)) }
        return try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(SyncError) {
                try await join()
                if fetchesPictures { try await SharedDocuments.fetchPictures(of: path) }
            } catch {
                await showKept()
                throw CommandFailure(error.message)
            }
            return .success
        }
    }

    private func join() async throws(SyncError) {
        let line = ProgressLine(localized("Copying the records…"), isQuiet: isQuiet)
        defer { line.end() }
        guard try await SharedDocuments.join(address, at: path, where: condition, progress: { line.report($0) }) else {
            return
        }
        let engine = try await SyncEngine.open(path)
        do throws(SyncError) {
            _ = try await engine.sync()
            await engine.close()
        } catch {
            await engine.close()
            throw error
        }
    }

    /// Reports what happened to a copy that could not be finished.
    private func showKept() async {
        let count = await SharedDocuments.keptCount(for: path)
        guard count > 0, !isQuiet else { return }
        Console.show(
            localized(
                "1 record has been received; the next attempt continues from there.",
                "{count} records have been received; the next attempt continues from there.", count: count))
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
        let (path, isForced) = (path, isForced)
        let rest = try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(SyncError) {
                // Pictures that cannot be fetched are counted.
                try? await SharedDocuments.fetchPictures(of: path)
                return try await SharedDocuments.end(path, isForced: isForced)
            } catch {
                throw CommandFailure(error.message)
            }
        }
        let waiting = rest.waiting
        if rest.pictures > 0 {
            let text = localized(
                "1 picture is only on the server and could not be fetched.",
                "{count} pictures are only on the server and could not be fetched.", count: rest.pictures)
            guard isForced else {
                throw CommandFailure(
                    localizedSentences([
                        text,
                        localized(
                            "Use “{option}” to stop sharing anyway.", ["option": CommandOption.force.longForm]),
                    ]))
            }
            Console.show(text)
        }
        guard waiting > 0 else { return .success }
        guard isForced else {
            throw CommandFailure(
                localized(
                    "1 edit has not been sent. Use “{option}” to stop sharing anyway.",
                    "{count} edits have not been sent. Use “{option}” to stop sharing anyway.", count: waiting,
                    ["option": CommandOption.force.longForm]))
        }
        Console.show(
            localized(
                "1 edit was not sent. It is only in the document here.",
                "{count} edits were not sent. They are only in the document here.", count: waiting))
        return .success
    }
}
