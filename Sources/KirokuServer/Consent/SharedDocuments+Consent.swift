import KirokuCore

extension SharedDocuments {
    /// Allows a document to connect to the server in its file, from now on, on this machine.
    ///
    /// - Parameter path: the path of its file.
    /// - Throws: ``SyncError``, also for an address that cannot be used.
    public static func allow(_ path: String) async throws(SyncError) {
        do throws(ServerError) {
            try await allow(path, by: nil)
        } catch {
            throw SyncError(error)
        }
    }

    /// Revokes the permission of a document to connect; the user is asked again.
    ///
    /// - Parameter path: the path of its file.
    public static func revoke(_ path: String) async throws(SyncError) {
        do throws(StorageError) {
            guard let subject = try await subject(of: path) else { return }
            try await BlockingIO.run { () throws(StorageError) in try ServerConsents.shared.revoke(subject) }
        } catch {
            throw .storage(error)
        }
    }

    /// Allows a document that was shared or joined here to connect; if that cannot be stored, the user is asked later.
    ///
    /// - Parameter entered: the address that the user has entered.
    static func grantConsent(_ path: String, by entered: ServerAddress) async {
        do throws(ServerError) {
            try await allow(path, by: entered)
        } catch {
            Reports.error("KRK_SH_CO", "that a document may connect cannot be kept: \(error)")
        }
    }

    private static func allow(_ path: String, by entered: ServerAddress?) async throws(ServerError) {
        guard let subject = try await stored(await Self.subject(of: path)) else { return }
        let consent = try ServerConsent(subject, entered: entered)
        try await stored(
            await BlockingIO.run { () throws(StorageError) in try ServerConsents.shared.allow(consent) })
    }

    private static func subject(of path: String) async throws(StorageError) -> ConsentSubject? {
        let file = try await CardFile.openForSync(path)
        let state: SyncState?
        do throws(StorageError) {
            state = try await file.syncState()
            await file.close()
        } catch {
            await file.close()
            throw error
        }
        guard let state else { return nil }
        return await BlockingIO.run { ConsentSubject(path, state) }
    }
}

extension SharedConnection {
    /// Connects a document to its server, if the user has allowed that.
    ///
    /// - Throws: ``ServerError/notAllowed(server:)`` before it connects, resolves a name or asks for a password.
    init(of file: CardFile, _ state: SyncState) async throws(ServerError) {
        try await self.init(try ServerAddress(try await Self.consent(of: file, state).address))
    }

    /// The user's current consent for a document, which they may have revoked in another program.
    ///
    /// Reads a small file.
    ///
    /// - Throws: ``ServerError/notAllowed(server:)``.
    @discardableResult
    static func consent(of file: CardFile, _ state: SyncState) async throws(ServerError) -> ServerConsent {
        let path = file.path
        let consent = await BlockingIO.run {
            ConsentSubject(path, state).flatMap { ServerConsents.shared.consent(for: $0) }
        }
        guard let consent else {
            throw .notAllowed(server: try ServerAddress(inFile: state.address).shownText)
        }
        return consent
    }
}
