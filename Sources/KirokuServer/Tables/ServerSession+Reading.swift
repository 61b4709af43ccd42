import KirokuCore

/// A table on a server with its records.
public struct ServerContents: Sendable {
    /// The properties of the table on the server.
    public let source: ServerTable
    /// The records, in the order of the table's key.
    public let table: RecordTable
    /// How many records have texts with bytes that are not UTF-8, which are shown as U+FFFD.
    public let repairedCount: Int

    init(source: ServerTable, table: RecordTable, repairedCount: Int) {
        self.source = source
        self.table = table
        self.repairedCount = repairedCount
    }

    /// The table without its records, to which others can be added.
    public init(withoutRecordsOf source: ServerTable) {
        self.init(source: source, table: RecordTable(schema: source.schema), repairedCount: 0)
    }

    /// What the user should know, in whole sentences.
    public var notices: [String] {
        guard repairedCount > 0 else { return source.notices }
        return source.notices + [
            localized(
                "1 record has bytes that are not text; they are shown as {sign}.",
                "{count} records have bytes that are not text; they are shown as {sign}.", count: repairedCount,
                ["sign": "\u{fffd}"])
        ]
    }
}

extension ServerSession {
    /// Reads the table that the address names, all of it as of one moment.
    ///
    /// - Throws: ``ServerError``; ``ServerError/tooLarge(_:)`` for more than 5,000,000 records or a gigabyte.
    public func read() async throws(ServerError) -> ServerContents {
        let (choice, limits) = (address.choice, self.limits)
        return try await transaction(.reading, of: .named(choice.name)) { (transaction) throws(ServerError) in
            let table = try TableReader(transaction: transaction).table(choice)
            let all = Array(table.columns.indices)
            var records = ExactRecords(types: table.schema.fields.map(\.type))
            var bytes = 0
            try RecordStream(table, fields: all, limits).read(transaction.line) { (row) throws(ServerError) in
                guard records.add(row) else { throw .unintelligible(server: transaction.line.plan.server) }
                bytes += row.count
                return RecordStream.Kept(records: records.count, bytes: bytes)
            }
            let repaired = records.repairedCount
            return ServerContents(source: table, table: records.table(of: table.schema), repairedCount: repaired)
        }
    }

    /// Reads only the records that meet a condition.
    ///
    /// The condition is evaluated here, by the same rules as in a document; other records are not kept in memory.
    ///
    /// - Parameter plan: makes the search for the fields of the table.
    /// - Returns: the records, or what the plan threw.
    /// - Throws: ``ServerError``, as ``read()`` does.
    public func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(ServerError) -> Result<FoundRecords, Failure> {
        let (choice, limits) = (address.choice, self.limits)
        return try await transaction(.reading, of: .named(choice.name)) { (transaction) throws(ServerError) in
            let table = try TableReader(transaction: transaction).table(choice)
            // An error of the plan is not an error of the server.
            switch Result(catching: { () throws(Failure) in try plan(table.schema) }) {
            case .failure(let error): return .failure(error)
            case .success(let search):
                return .success(try SearchStream(search, table, limits).run(transaction.line))
            }
        }
    }
}
