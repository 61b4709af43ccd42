import KirokuCore
import KirokuServer

/// The records that a command line requests.
struct RecordSearch: Sendable {
    /// Conditions as text for ``Condition/init(text:for:)``; records meet all of them.
    let conditions: [String]
    /// The number of records after which the search stops; `nil` for all.
    let limit: Int?
    private(set) var order: RecordOrder
    /// The name of the view of a document whose records are asked for; `nil` for all.
    private var viewName: String?
    /// What that view searches for.
    private var conditionOfView: Condition?
    /// Whether to write to standard error how a text was read.
    let showsReading: Bool
    /// Whether the conditions come after files, so that the first one may have been meant as a file.
    private let isBehindFiles: Bool

    /// - Parameters:
    ///   - findsOne: whether a single record is enough.
    ///   - isBehindFiles: whether the conditions come after files.
    init(
        for conditions: [String], _ arguments: CommandArguments, findsOne: Bool = false, isBehindFiles: Bool = false
    ) throws(UsageError) {
        self.isBehindFiles = isBehindFiles
        self.conditions = conditions
        let limit = try arguments.number(.limit)
        self.limit = findsOne ? 1 : limit
        order = RecordOrder(arguments)
        viewName = arguments[.view]
        showsReading = !arguments.has(.quiet)
    }

    private init(_ search: RecordSearch, conditionOfView: Condition?, order: RecordOrder) {
        self = search
        self.order = order
        self.conditionOfView = conditionOfView
        viewName = nil
    }

    /// The result of a search.
    struct Found: Sendable {
        let table: RecordTable
        /// The indexes of the found records in the table, in the order asked for; `nil` for all its records.
        let records: [Int]?
        /// The number of found records.
        let count: Int

        init(table: RecordTable, records: [Int]?) {
            self.table = table
            self.records = records
            count = records?.count ?? table.count
        }

        /// All records of a search elsewhere, which may only have counted them.
        init(_ found: FoundRecords) {
            table = found.table
            records = nil
            count = found.count
        }
    }

    /// How many records of a text are read first, if the search ends before its end.
    private static let firstCount = 10_000

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
        if let viewName {
            return try await showing(try await Self.view(named: viewName, of: input)).records(in: input, fields: fields)
        }
        if input.address == nil, try !input.isDocument { return try await records(ofText: input, fields) }
        let limit = order.isUnchanged ? limit : nil
        let order = order
        let needed: @Sendable (Schema) throws(CommandFailure) -> [Int]? = { (schema) throws(CommandFailure) in
            guard let wanted = try fields(schema) else { return nil }
            return wanted + (try order.fields(of: schema)).filter { !wanted.contains($0) }
        }
        let found: Found
        if let address = input.address {
            if showsReading { ServerAccess.warn(of: address) }
            found = try await records(on: address, limit: limit, needed)
        } else {
            found = try await records(ofDocument: input.path, limit: limit, needed)
        }
        return try await ordered(found, fields)
    }

    /// The same among the records of a view.
    private func showing(_ view: SavedView) -> RecordSearch {
        RecordSearch(self, conditionOfView: view.find?.condition, order: order.orElse(view))
    }

    private static func view(
        named name: String, of input: TableInput
    ) async throws(CommandFailure) -> SavedView {
        guard input.address == nil, !input.isSeveral, try input.isDocument else {
            throw CommandFailure(localized("Only documents have views."), status: .usage)
        }
        let views: [SavedView]
        do {
            views = try await DocumentStores.views(of: input.path)
        } catch {
            throw CommandFailure(error)
        }
        if let view = views.first(where: { $0.name == name }) { return view }
        let problem = localized(
            "“{file}” has no view “{view}”.", ["file": input.path, "view": ShownText.short(name)])
        let names = views.map { "“\(ShownText.short($0.name))”" }.joined(separator: ", ")
        throw CommandFailure(
            views.isEmpty
                ? problem : localizedSentences([problem, localized("Its views: {names}.", ["names": names])]),
            status: .usage)
    }

    /// The found records in the order asked for, up to the limit.
    private func ordered(
        _ found: Found, _ fields: (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        if order.isUnchanged, limit == nil { return found }
        var records = found.records
        if !order.isUnchanged {
            let written = try fields(found.table.schema)
            records = try await order.applied(to: records, of: found.table, fields: written)
        }
        guard let limit else { return Found(table: found.table, records: records) }
        return Found(
            table: found.table, records: records.map { Array($0.prefix(limit)) } ?? Array(0..<min(limit, found.count)))
    }

    /// Reads a text up to the record with which enough are found: its beginning, and more of it as long as these are
    /// too few.
    private func records(
        ofText input: TableInput, _ fields: @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> Found {
        if showsReading { for address in input.addresses { ServerAccess.warn(of: address) } }
        return try await input.opened { (reading) async throws(CommandFailure) in
            // In another order, all records are needed to know which ones come first.
            var enough = order.sorts || input.hasStreams ? nil : limit
            if let limit, enough != nil, !conditions.isEmpty || order.isUnique { enough = max(limit, Self.firstCount) }
            while true {
                let contents = try await reading.read(enough: enough)
                if let (found, givenUpCount) = try await records(in: contents, fields),
                    contents.isWhole || found.count >= limit ?? .max
                {
                    if showsReading { input.showReading(contents) }
                    show(givenUpCount: givenUpCount)
                    return found
                }
                enough = enough.flatMap { $0 > Int.max / 8 ? nil : $0 * 8 }
            }
        }
    }

    /// The found records; `nil` if the meaning of a condition may depend on records that were not read.
    private func records(
        in contents: TableInput.Contents, _ fields: (Schema) throws(CommandFailure) -> [Int]?
    ) async throws(CommandFailure) -> (Found, givenUpCount: Int)? {
        let table = contents.table
        guard !conditions.isEmpty else {
            return (try await ordered(Found(table: table, records: nil), fields), 0)
        }
        guard let condition = try condition(for: table.schema, isWhole: contents.isWhole) else { return nil }
        let result: SearchResult
        do {
            result = try await table.search(condition)
        } catch {
            throw CommandFailure(error)
        }
        return (try await ordered(Found(table: table, records: result.records), fields), result.givenUpCount)
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
        show(givenUpCount: found.givenUpCount)
        return Found(found)
    }

    /// The search for the fields of a document or a table on a server.
    private func search(
        _ schema: Schema, limit: Int?, _ fields: @Sendable (Schema) throws(CommandFailure) -> [Int]?
    ) throws(CommandFailure) -> DocumentSearch {
        let condition = conditions.isEmpty ? conditionOfView : try condition(for: schema, isWhole: true)
        let fields = try fields(schema)
        do throws(QueryError) {
            return try DocumentSearch(condition, in: schema, fields: fields, limit: limit)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func show(givenUpCount: Int) {
        if let notice = SearchResult.notice(givenUp: givenUpCount) { Console.show(notice) }
    }

    /// The condition for these fields; `nil` if they are not known until the end, and the condition may then have a
    /// meaning.
    private func condition(for schema: Schema, isWhole: Bool) throws(CommandFailure) -> Condition? {
        var members: [Condition] = []
        for text in conditions {
            do {
                members.append(try Condition(text: text, for: schema))
            } catch {
                if !isWhole, error.dependsOnTypes { return nil }
                let mistake = localized(
                    "Condition “{condition}”: {mistake}", ["condition": text, "mistake": error.message])
                let isName = isBehindFiles && text == conditions.first && !text.contains(where: \.isWhitespace)
                throw CommandFailure(
                    isName
                        ? localizedSentences([mistake, localized("There is no file with this name either.")]) : mistake,
                    status: .usage)
            }
        }
        return .all(members + [conditionOfView].compactMap(\.self))
    }
}
