import FoundationEssentials
import KirokuCore
import KirokuPictures

/// Sending edits, and the pictures that they show before them.
extension SharedRemote {
    func send(_ commits: [QueuedCommit], _ exchange: inout Exchange) async throws(ServerError) -> SendOutcome {
        let (state, connection) = (try await exchange.beginSending(), exchange.connection)
        var layout = try current()
        let version = layout.version
        var (batches, sent): ([[ServerStatement]], [QueuedCommit]) = ([], [])
        var outcome = SendOutcome()
        for commit in commits where layout.version == version {
            do throws(SharedRefusal) {
                let prepared = try SharedCommit(
                    commit, layout, desk: state.desk, cursor: state.cursor, after: sent.last?.id)
                batches.append(connection.preamble + prepared.statements)
                sent.append(commit)
                layout.version = prepared.version
            } catch {
                guard sent.isEmpty else { break }
                outcome.failure = (commit.id, .refused(error.sentence))
                return outcome
            }
        }
        let statements = batches
        let failures = try await connection.session.line { (line) throws(ServerError) in
            try line.pipelines(statements) { _, _, _ in }
        }
        for (commit, failure) in zip(sent, failures) {
            guard let failure, !SharedFailure.isKnown(failure) else {
                outcome.accepted.append(commit.id)
                continue
            }
            outcome.failure = outcome.failure ?? (commit.id, SharedFailure(failure, of: layout))
        }
        guard !outcome.accepted.isEmpty else { return outcome }
        var fields: Int?
        if layout.version != version, outcome.accepted.last == sent.last?.id {
            let changed = try await self.layout(connection, state)
            setLayout(changed)
            fields = changed.version
        }
        try await exchange.update(accepted: outcome.accepted) { [fields] in
            $0.contact = AppClock.shared.now
            if let fields { $0.fields = fields }
        }
        return outcome
    }

    func send(picture commit: QueuedCommit, _ exchange: Exchange) async throws(ServerError) {
        let (connection, file, home) = (exchange.connection, exchange.file, documentHome)
        if let name = commit.picture, let bytes = try await stored(await file.pictureHere(named: name)) {
            let most = connection.session.limits.pictureBytes
            guard bytes.count <= most else { throw .pictureTooLarge(megabytes: most >> 20) }
            // The file may come from anywhere, so the stored hash is not trusted.
            let hash = pictureHash(bytes)
            let same = try await connection.ask("SELECT name FROM \(home).pictures WHERE hash = $1", [hash])
            if let known = same.first?[0] {
                guard known == name else { return try await stored(await file.rename(picture: name, to: known)) }
            } else {
                let added = try await connection.ask(
                    "SELECT \(home).add_picture($1, $2::bytea)", [name, SharedPictures.hex(bytes)])
                guard added.first?.flag(0) == true else {
                    // Others have another picture of this name.
                    let new = try await SharedPictures.unusedName(name, home, connection)
                    return try await stored(await file.rename(picture: name, to: new))
                }
            }
        }
        // The edit is in no list of the server, so the server need not be asked about it.
        try await stored(await file.drop(commit.id))
    }
}
