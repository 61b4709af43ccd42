import CPostgreSQL
import KirokuCore

/// Sending many statements in a single round trip.
extension ServerLine {
    /// Sends many statements without waiting for each, and passes on their results in order.
    ///
    /// - Parameters:
    ///   - statements: SQL with its parameters.
    ///   - take: called with the index of each statement and the number of rows that it has changed.
    /// - Throws: ``PipelineError`` with the index of the statement that the server refuses.
    func pipeline(_ statements: [ServerStatement], _ take: (Int, Int) -> Void) throws(PipelineError) {
        let failures: [PipelineError?]
        do throws(ServerError) {
            failures = try pipelines([statements]) { (_, number, result) in
                take(number, libpq.rowCount(of: result))
            }
        } catch {
            throw PipelineError(error: error, statement: nil)
        }
        if let failure = failures[0] { throw failure }
    }

    /// Sends several batches of statements without waiting for any; each batch is executed up to the first refused
    /// statement.
    ///
    /// - Parameters:
    ///   - batches: SQL with its parameters.
    ///   - take: called with the index of a batch, that of the statement in it, and its result or a part of it, unless
    ///     it was refused.
    /// - Returns: for each batch, the statement that the server has refused; `nil` if there is none.
    func pipelines(
        _ batches: [[ServerStatement]], _ take: (Int, Int, OpaquePointer) -> Void
    ) throws(ServerError) -> [PipelineError?] {
        guard let connection = wire.connection, libpq.PQenterPipelineMode(connection) == 1 else { throw wire.lost() }
        wire.finishRow()
        for batch in batches {
            for statement in batch {
                let isSent = withTexts(statement.values) { texts in
                    libpq.PQsendQueryParams(connection, statement.sql, Int32(texts.count), nil, texts, nil, nil, 0)
                }
                guard isSent == 1 else { throw wire.lost() }
            }
            guard libpq.PQpipelineSync(connection) == 1 else { throw wire.lost() }
        }
        try wire.flush()
        var failures: [PipelineError?] = []
        for (batch, statements) in batches.enumerated() {
            var failure: PipelineError?
            for number in statements.indices {
                do throws(ServerError) {
                    try readPipelined { result in if failure == nil { take(batch, number, result) } }
                } catch {
                    if !isOpen { throw error }
                    if failure == nil {
                        failure = PipelineError(
                            error: error, statement: number, code: wire.refusalCode, constraint: wire.refusalConstraint)
                    }
                }
            }
            do throws(ServerError) {
                try readEnd()
            } catch {
                if !isOpen { throw error }
                failure =
                    failure
                    ?? PipelineError(
                        error: error, statement: statements.count - 1, code: wire.refusalCode,
                        constraint: wire.refusalConstraint)
            }
            failures.append(failure)
        }
        guard libpq.PQexitPipelineMode(connection) == 1 else { throw wire.unintelligible() }
        return failures
    }

    /// Reads the end of a batch, where the server commits; it may refuse that as well.
    private func readEnd() throws(ServerError) {
        var failure: ServerError?
        for _ in 0..<3 {
            guard let result = try wire.nextResult(until: wire.now() + limits.answering) else { continue }
            defer { libpq.PQclear(result) }
            if libpq.PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                if let failure { throw failure }
                return
            }
            do throws(ServerError) {
                try wire.check(result)
            } catch {
                if !isOpen { throw error }
                failure = error
            }
        }
        throw wire.unintelligible()
    }

    /// Reads the result of one statement of a pipeline.
    private func readPipelined(_ take: (OpaquePointer) -> Void) throws(ServerError) {
        var failure: ServerError?
        var count = 0
        // Each answer ends with a null result. In the first one, rows may arrive one by one, if requested before.
        while let result = try wire.nextResult(until: wire.now() + limits.answering) {
            defer { libpq.PQclear(result) }
            count += 1
            wire.finishRow()
            switch libpq.PQresultStatus(result) {
            // Statements after the refused one are not executed.
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_SINGLE_TUPLE: take(result)
            default:
                do throws(ServerError) {
                    try wire.check(result)
                    take(result)
                } catch {
                    if !isOpen { throw error }
                    failure = error
                }
            }
        }
        guard count > 0 else { throw wire.unintelligible() }
        if let failure { throw failure }
    }
}
