import KirokuCore
import KirokuServer

/// The records that a command line asks for.
struct RecordSearch: Sendable {
    /// Conditions as text for ``Condition/init(text:for:)``; records meet all of them.
    let conditions: [String]
    /// The number of records after which the search stops; `nil` for all.
    let limit: Int?
    let order: RecordOrder
    /// Whether to write to standard error how a text was read.
    let tellsReading: Bool

    /// - Parameter findsOne: whether a single record is enough.
    init(
        for conditions: [String], _ arguments: CommandArguments, findsOne: Bool = false
    ) throws(UsageError) {
        self.conditions = conditions
        let limit = try arguments.number(.limit)
        self.limit = findsOne ? 1 : limit
        order = RecordOrder(arguments)
        tellsReading = !arguments.has(.quiet)
    }

    /// The result of a search.
    struct Found: Sendable {
        let table: RecordTable
        /// The indexes of the found records in the table, in the order asked for; `nil` for all its records.
        let records: [Int]?

        /// The number of found records.
        var count: Int { records?.count ?? table.count }
    }

    /// Searches a file or a table on a server; reads only the needed part of these and of a document.
    ///
    /// Writes to standard error how many records took too long for a regular expression.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - fields: returns the indexes of the wanted fields; `nil` for all.
    func records(
        in input: TableInput, fields: @escaping @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        guard !order.isUnchanged else { return try await unordered(in: input, limit: limit, fields: fields) }
        let order = order
        let found = try await unordered(in: input, limit: nil) { (schema) throws(CommandFailure) in
            guard let wanted = try fields(schema) else { return nil }
            return wanted + (try order.fields(of: schema)).filter { !wanted.contains($0) }
        }
        let written = try fields(found.table.schema)
        let records = try await order.applied(to: found.records, of: found.table, fields: written)
        return Found(table: found.table, records: limit.map { Array(records.prefix($0)) } ?? records)
    }

    private func unordered(
        in input: TableInput, limit: Int?, fields: @escaping @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        if let address = input.address {
            if tellsReading { ServerAccess.warn(of: address) }
            return try await records(on: address, limit: limit, fields)
        }
        if try input.isDocument { return try await records(ofDocument: input.path, limit: limit, fields) }
        let contents = try await input.read()
        if tellsReading { input.tellReading(contents) }
        let table = contents.table
        guard !conditions.isEmpty else {
            return Found(table: table, records: limit.map { Array(0..<min($0, table.count)) })
        }
        let condition = try condition(for: table.schema)
        do {
            let result = try await table.search(condition)
            tell(givenUpCount: result.givenUpCount)
            return Found(table: table, records: limit.map { Array(result.records.prefix($0)) } ?? result.records)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func records(
        ofDocument path: String, limit: Int?, _ fields: @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        let result: Result<FoundRecords, CommandFailure>
        do {
            result = try await DocumentStores.at(path).search { (schema) throws(CommandFailure) in
                try search(schema, limit: limit, fields)
            }
        } catch {
            throw CommandFailure(error)
        }
        return try found(result)
    }

    private func records(
        on address: ServerAddress, limit: Int?,
        _ fields: @escaping @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        try found(
            try await ServerAccess.working(with: address) { (session) throws(ServerError) in
                try await session.search { (schema) throws(CommandFailure) in try search(schema, limit: limit, fields) }
            })
    }

    private func found(_ result: Result<FoundRecords, CommandFailure>) throws(CommandFailure) -> Found {
        let found = try result.get()
        tell(givenUpCount: found.givenUpCount)
        return Found(table: found.table, records: nil)
    }

    /// The search for the fields of a document or a table on a server.
    private func search(
        _ schema: Schema, limit: Int?, _ fields: @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) throws(CommandFailure) -> DocumentSearch {
        let condition = conditions.isEmpty ? nil : try condition(for: schema)
        let fields = try fields(schema)
        do throws(QueryError) {
            return try DocumentSearch(condition, in: schema, fields: fields, limit: limit)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func tell(givenUpCount: Int) {
        if let notice = SearchResult.notice(givenUp: givenUpCount) { Console.tell(notice) }
    }

    private func condition(for schema: Schema) throws(CommandFailure) -> Condition {
        var members: [Condition] = []
        for text in conditions {
            do {
                members.append(try Condition(text: text, for: schema))
            } catch {
                throw CommandFailure(
                    localized("Condition “{condition}”: {mistake}", ["condition": text, "mistake": error.message]),
                    status: .usage)
            }
        }
        return .all(members)
    }
}
