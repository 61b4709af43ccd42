import KirokuCore

extension SharedFacts {
    /// The question to the user before a document connects for the first time: where, as whom, and for what.
    ///
    /// Reads files, because it depends on the environment.
    ///
    /// - Throws: what is wrong with the address in the file.
    public func connectionQuestion() async throws(SyncError) -> String {
        let account = try await account()
        var sentences = [
            localized(
                "This document wants to connect to {server} as {user}, to keep the table “{table}” of the database “{database}” in sync.",
                [
                    "server": account.shownServer, "user": ShownText.short(account.user),
                    "database": ShownText.short(account.database), "table": ShownText.short(server?.table ?? "–"),
                ])
        ]
        if !unusedParameters.isEmpty {
            sentences.append(
                localized(
                    "Its address also has {names}, which is not used.",
                    "Its address also has {names}, which are not used.", count: unusedParameters.count,
                    ["names": unusedParameters.map { ShownText.short($0) }.joined(separator: ", ")]))
        }
        if ofOthers > 0 {
            sentences.append(
                localized(
                    "{count} edit made elsewhere has not been sent. Kiroku asks you before sending it with your permissions.",
                    "{count} edits made elsewhere have not been sent. Kiroku asks you before sending them with your permissions.",
                    count: ofOthers))
        }
        sentences.append(
            localized("Connect only if you know this server: your password for it may be sent there."))
        return localizedSentences(sentences)
    }

    /// The description of a connection that the user has allowed.
    ///
    /// Reads files, because it depends on the environment.
    ///
    /// - Throws: what is wrong with the address.
    public func connectionText() async throws(SyncError) -> String {
        let account = try await account()
        return localized(
            "Since {date}, this document may connect to {server} as {user}, on this computer.",
            [
                "date": allowedSince.map { LocalTime($0).localizedDate } ?? "–", "server": account.shownServer,
                "user": ShownText.short(account.user),
            ])
    }

    private func account() async throws(SyncError) -> ServerAccount {
        guard let server else { throw .server(.notAnAddress) }
        do throws(ServerError) {
            return try await BlockingIO.run { () throws(ServerError) in try server.account() }
        } catch {
            throw SyncError(error)
        }
    }
}

extension ServerAccount {
    /// The server, with its port if that is not the default.
    fileprivate var shownServer: String { ShownText.short(port == "5432" ? server : "\(server):\(port)") }
}
