import KirokuCore

/// Sending edits to another program's table.
extension ForeignRemote {
    func send(_ commits: [QueuedCommit], _ exchange: inout Exchange) async throws(ServerError) -> SendOutcome {
        // The columns of the table are needed to send anything.
        let layout = try await layout(exchange)
        try await exchange.beginSending()
        var outcome = SendOutcome()
        let batches = ForeignBatches(commits, layout)
        outcome.held = batches.held
        let records = batches.list.reduce(into: Set<RecordID>()) { $0.formUnion($1.edits.records) }
        let keys = try await stored(await exchange.file.keys(of: records))
        var (statements, sent): ([[ServerStatement]], [[String]]) = ([], [])
        for batch in batches.list {
            let prepared: ForeignCommit
            do throws(SharedRefusal) {
                for commit in commits where batch.commits.contains(commit.id) { try commit.change.checkLengths() }
                prepared = try ForeignCommit(batch.edits, layout, keys: keys)
            } catch {
                guard sent.isEmpty else { break }
                // If it is one of several, it is sent alone the next time.
                outcome.failure = (batch.commits.last ?? "", .refused(error.sentence))
                return outcome
            }
            if prepared.needsAnswer {
                guard sent.isEmpty else { break }
                return try await send(alone: prepared, batch.commits, held: batches.held, exchange)
            }
            statements.append(prepared.statements)
            sent.append(batch.commits)
        }
        let pipelines = statements
        let failures = try await exchange.session.line { (line) throws(ServerError) in
            try line.pipelines(pipelines) { _, _, _ in }
        }
        for (ids, failure) in zip(sent, failures) {
            guard let failure else {
                outcome.accepted += ids
                continue
            }
            outcome.failure = outcome.failure ?? (ids[0], SharedFailure(failure, of: nil))
        }
        try await markAccepted(outcome.accepted, [], exchange.file)
        return outcome
    }

    /// Sends an edit whose answer is needed.
    ///
    /// The number of its transaction is stored in the file before anything is written in it, so that its outcome can be
    /// found out later (``didConnect(_:_:)``).
    private func send(
        alone commit: ForeignCommit, _ ids: [String], held: [String], _ exchange: Exchange
    ) async throws(ServerError) -> SendOutcome {
        let number = try await exchange.session.line { (line) throws(ServerError) -> String in
            try line.execute(TransactionKind.writing.rawValue)
            guard let number = try line.rows("SELECT pg_catalog.pg_current_xact_id()::text").first?[0] else {
                throw .unintelligible(server: line.plan.server)
            }
            return number
        }
        let doubt = CommitInDoubt(commits: ids, transaction: number)
        try await exchange.update { $0.foreign?.doubt = doubt }
        let statements = commit.statements + [ServerStatement(sql: "COMMIT", values: [])]
        let (failure, answers) = try await exchange.session.line {
            (line) throws(ServerError) -> (PipelineError?, [Int: [ServerRow]]) in
            var answers: [Int: [ServerRow]] = [:]
            let failures = try line.pipelines([statements]) { _, statement, result in
                if !statements[statement].keyed.isEmpty { answers[statement] = ServerRow.all(of: result) }
            }
            if failures[0] != nil { try line.execute("ROLLBACK") }
            return (failures[0], answers)
        }
        var outcome = SendOutcome()
        outcome.held = held
        if let failure {
            try await exchange.update { $0.foreign?.doubt = nil }
            outcome.failure = (ids[0], SharedFailure(failure, of: nil))
            return outcome
        }
        let keys: [RecordKey]
        let keyed = statements.enumerated().filter { !$1.keyed.isEmpty }
        if keyed.allSatisfy({ answers[$0]?.count == $1.keyed.count }) {
            keys = keyed.flatMap { number, statement in
                zip(statement.keyed, answers[number] ?? []).compactMap { record, row in
                    row[0].map {
                        RecordKey(record: record, key: $0, bucket: row.number(1) ?? 0, mark: RecordKey.unread)
                    }
                }
            }
        } else {
            // A trigger has changed the rows, so they are identified by their contents.
            keys = try await self.keys(of: doubt, exchange, try await exchange.file.state())
        }
        outcome.accepted = ids
        try await markAccepted(ids, keys, exchange.file) { $0.foreign?.doubt = nil }
        return outcome
    }
}

extension ForeignRows {
    /// The keys of written rows, by their written values.
    func keys(of written: [(record: RecordID, cells: [FieldID: CellValue])], _ layout: ForeignLayout) -> [RecordKey] {
        var rest = Array(keys.indices)
        return written.compactMap { record, cells in
            let found = rest.firstIndex { row in
                cells.allSatisfy { field, value in
                    guard let index = layout.fields.index(of: field) else { return false }
                    let column = layout.source.columns[layout.columns[index]]
                    return table[row, index] == column.asHeld(value) ?? value
                }
            }
            guard let found else { return nil }
            let key = keys[rest.remove(at: found)]
            return RecordKey(record: record, key: key.key, bucket: key.bucket, mark: RecordKey.unread)
        }
    }
}
