import FoundationEssentials
import KirokuCore

/// Copies of documents on a server: joining one, and ending to share one.
public enum SharedDocuments {
    /// Makes a copy of a document that is shared on a server, or of another program's table.
    ///
    /// What has come when the line breaks or the task is cancelled is kept in a hidden file beside the place, and the next
    /// copy to this place goes on from there.
    ///
    /// - Parameters:
    ///   - path: where to make it; nothing may be there yet.
    ///   - address: the table.
    ///   - condition: as text, which records the copy has; `nil` for all.
    ///   - progress: called with growing shares of the work, up to 1, from any thread.
    /// - Returns: whether it has all that there is only after it was brought in sync (``SyncEngine/sync(progress:)``): there are
    ///   pictures, or a part has come at another time.
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

    /// How many records are kept of a copy that could not be finished.
    ///
    /// - Parameter path: where it was to be made.
    public static func keptCount(for path: String) async -> Int {
        await BlockingIO.run { PartialCopy.count(for: path) }
    }

    /// What is known of the sharing of a document; `nil` if it is not shared, or cannot be written to.
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
    ///   - address: of the table.
    ///   - paths: of the documents; those that are not there, or are not shared, do not matter.
    ///   - isWhole: whether one that has only a part of the table does not count.
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

    /// Makes a shared document one of its own again, if nothing waits to be sent, and all its pictures are here.
    ///
    /// - Parameters:
    ///   - path: of its file.
    ///   - isForced: even if something waits, or is missing.
    /// - Returns: what waited, or was missing.
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

/// What would be missing, here or for others, if a document were no longer shared.
public struct UnsharingLosses: Sendable, Hashable {
    /// How many edits wait to be sent.
    public let waiting: Int
    /// How many pictures are on the server alone.
    public let pictures: Int

    var isEmpty: Bool { waiting == 0 && pictures == 0 }
}

/// How a document is shared.
public struct SharedFacts: Sendable, Hashable {
    /// Where, without a password; `nil` if the address in the file cannot be used.
    public let server: ServerAddress?
    /// Since when it may connect there, as the user has said on this machine; `nil` if it may not.
    public let allowedSince: Date?
    /// The parameters of the address in the file that do not count there.
    let unusedParameters: [String]
    /// How many edits wait to be sent.
    public let waiting: Int
    /// How many of these were made elsewhere.
    public let ofOthers: Int
    /// When anything came from the server, or was accepted there, last.
    public let contact: Date?
    /// Whether it is a copy of another program's table.
    public let isOfOtherProgram: Bool
    /// Which records of it are here, as text; `nil` for all.
    public let condition: String?
    /// Why nothing can be edited; `nil` if something can.
    public let limit: EditLimit?

    /// Where, without user and password.
    public var address: String { server?.shownText ?? "" }
}

/// Which table it is, for any user who connects.
private struct SharedTableName: Hashable {
    let server: String
    let port: String
    let database: String
    let table: String

    /// Reads files, as the address may name a service; `nil` if it names no table.
    init?(_ address: ServerAddress) async {
        guard let name = address.table,
            let account = await BlockingIO.run({ try? address.account() })
        else { return nil }
        (server, port, database) = (account.server, account.port, account.database)
        // Where tables without a schema usually are.
        table = name.hasPrefix("public.") ? String(name.dropFirst("public.".count)) : name
    }
}

/// Why two copies of a document could not be brought in sync.
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

    /// Whether the server would let the user in with another password.
    public var asksForPassword: Bool {
        switch self {
        case .server(.passwordNeeded), .server(.wrongPassword), .server(.wrongSavedPassword): true
        default: false
        }
    }

    /// Whether nothing was connected to, because the user has not allowed that.
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
    /// The error without what a server has said.
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
