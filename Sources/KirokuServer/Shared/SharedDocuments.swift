import FoundationEssentials
import KirokuCore

/// Copies of documents on a server: joining a document, and ending sharing.
public enum SharedDocuments {
    /// Makes a copy of a document that is shared on a server, or of another program's table.
    ///
    /// If the connection breaks or the task is cancelled, the records received are kept in a hidden file beside the
    /// destination, and the next copy to this path continues from there.
    ///
    /// - Parameters:
    ///   - path: where to create it; nothing may be there yet.
    ///   - address: the table.
    ///   - condition: the condition for the records of the copy, as text; `nil` for all.
    ///   - progress: called with the progress, up to 1, on any thread.
    /// - Returns: whether a sync is needed to complete it (``SyncEngine/sync(progress:)``), because there are pictures,
    ///   or the copy was continued.
    @discardableResult
    public static func join(
        _ address: ServerAddress, at path: String, where condition: String? = nil,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(SyncError) -> Bool {
        do throws(ServerError) {
            guard let name = address.table else { throw .noTableNamed(present: []) }
            let connection = try await SharedConnection(address)
            do throws(ServerError) {
                let copy = FirstCopy(connection: connection, path: path, progress: progress)
                let needsMore = try await copy.make(name, where: condition)
                await connection.close()
                await grantConsent(path, by: address)
                return needsMore
            } catch {
                await connection.close()
                throw error
            }
        } catch {
            throw SyncError(error)
        }
    }

    /// The number of records kept of an unfinished copy.
    ///
    /// - Parameter path: the destination of the copy.
    public static func keptCount(for path: String) async -> Int {
        await BlockingIO.run { PartialCopy.count(for: path) }
    }

    /// How a document is shared; `nil` if it is not shared, or cannot be written to.
    public static func shown(_ path: String) async -> SharedFacts? {
        guard let file = try? await CardFile.openForSync(path) else { return nil }
        let state = try? await file.syncState()
        let waiting = (try? await file.waitingCount()) ?? 0
        let schema = try? await file.sharedSchema()
        let queue = waiting > 0 ? try? await file.waiting() : nil
        await file.close()
        guard let state else { return nil }
        let foreign = state.foreign
        let consent = await BlockingIO.run {
            ConsentSubject(path, state).flatMap { ServerConsents.shared.consent(for: $0) }
        }
        let inFile = try? ServerAddress(inFile: state.address)
        return SharedFacts(
            server: consent.flatMap { try? ServerAddress($0.address) } ?? inFile, allowedSince: consent?.since,
            unusedParameters: (try? ServerAddress(state.address).unusedParameters) ?? [], waiting: waiting,
            ofOthers: WaitingEdits(queue ?? []).count, contact: state.contact, isOfOtherProgram: foreign != nil,
            condition: (foreign?.condition ?? state.part).flatMap { condition in
                schema.flatMap { try? condition.text(for: $0) }
            },
            limit: foreign?.limits.everything)
    }

    /// The first of several documents that is a copy of a table on a server.
    ///
    /// - Parameters:
    ///   - address: the address of the table.
    ///   - paths: the paths of the documents; missing and unshared ones are ignored.
    ///   - isWhole: whether to ignore copies that have only a part of the table.
    public static func copy(
        of address: ServerAddress, among paths: [String], isWhole: Bool = false
    ) async -> String? {
        guard let wanted = await SharedTableName(address) else { return nil }
        for path in paths where !Task.isCancelled {
            guard await BlockingIO.run({ (try? FileKind.of(path)) == .document }),
                let facts = await shown(path), let server = facts.server, !isWhole || facts.condition == nil,
                await SharedTableName(server) == wanted, address.key.isEmpty || address.key == server.key
            else { continue }
            return path
        }
        return nil
    }

    /// Ends sharing a document, if no edits are pending and all its pictures are here.
    ///
    /// - Parameters:
    ///   - path: the path of its file.
    ///   - isForced: whether to end it even if edits are pending or pictures are missing.
    /// - Returns: the pending edits and missing pictures.
    public static func end(_ path: String, isForced: Bool) async throws(SyncError) -> UnsharingLosses {
        var rest: UnsharingLosses?
        do throws(StorageError) {
            let file = try await CardFile.openForSync(path)
            if try await file.syncState() != nil {
                rest = UnsharingLosses(
                    waiting: try await file.waitingCount(), pictures: try await file.wanted().count)
            }
            if let rest, rest.isEmpty || isForced { try await file.endSharing() }
            await file.close()
        } catch {
            throw .storage(error)
        }
        guard let rest else { throw .notShared }
        return rest
    }
}

/// What would be lost, here or for others, by ending sharing.
public struct UnsharingLosses: Sendable, Hashable {
    /// The number of pending edits.
    public let waiting: Int
    /// The number of pictures that are only on the server.
    public let pictures: Int

    var isEmpty: Bool { waiting == 0 && pictures == 0 }
}

/// How a document is shared.
public struct SharedFacts: Sendable, Hashable {
    /// The address, without a password; `nil` if the address in the file cannot be used.
    public let server: ServerAddress?
    /// Since when the user has allowed it to connect there from this machine; `nil` if not allowed.
    public let allowedSince: Date?
    /// The parameters of the address in the file that are ignored there.
    let unusedParameters: [String]
    /// The number of pending edits.
    public let waiting: Int
    /// How many of these were made elsewhere.
    public let ofOthers: Int
    /// When the server last sent or accepted anything.
    public let contact: Date?
    /// Whether it is a copy of another program's table.
    public let isOfOtherProgram: Bool
    /// The condition for the records that are here, as text; `nil` for all.
    public let condition: String?
    /// Why nothing can be edited; `nil` if something can.
    public let limit: EditLimit?

    /// The address, without user and password.
    public var address: String { server?.shownText ?? "" }
}

/// Identifies a table, regardless of the connecting user.
private struct SharedTableName: Hashable {
    let server: String
    let port: String
    let database: String
    let table: String

    /// Reads files, because the address may name a service; `nil` if it names no table.
    init?(_ address: ServerAddress) async {
        guard let name = address.table,
            let account = await BlockingIO.run({ try? address.account() })
        else { return nil }
        (server, port, database) = (account.server, account.port, account.database)
        // The default schema of tables without one.
        table = name.hasPrefix("public.") ? String(name.dropFirst("public.".count)) : name
    }
}

/// Why a document could not be synchronised.
public enum SyncError: Error, Sendable, Hashable {
    /// Something is wrong with the document's file.
    case storage(StorageError)
    /// Something is wrong with the server.
    case server(ServerError)
    /// The document is not shared.
    case notShared
    /// The document is shared already.
    case alreadyShared
    /// The file is not a document.
    case notADocument(String)

    init(_ error: ServerError) {
        self = if case .storage(let error) = error { .storage(error) } else { .server(error) }
    }

    /// Whether another password could help.
    public var asksForPassword: Bool {
        switch self {
        case .server(.passwordNeeded), .server(.wrongPassword), .server(.wrongSavedPassword): true
        default: false
        }
    }

    /// Whether there was no connection, because the user has not allowed it.
    public var asksForConsent: Bool { if case .server(.notAllowed) = self { true } else { false } }

    /// What happened and what can be done, for the user.
    public var message: String {
        switch self {
        case .storage(let error): error.message
        case .server(let error): error.message
        case .notShared: localized("The document is not shared.")
        case .alreadyShared: localized("The document is already shared.")
        case .notADocument(let name):
            localized(
                "“{file}” is not a Kiroku document, and only documents can be shared.", ["file": ShownText.short(name)])
        }
    }
}

extension SyncError: ReportedError {
    /// The error without the server's own words.
    public var reportText: ReportText {
        switch self {
        case .storage(let error): error.reportText
        case .server: "the server"
        case .notShared: "not shared"
        case .alreadyShared: "shared already"
        case .notADocument: "no document"
        }
    }
}
