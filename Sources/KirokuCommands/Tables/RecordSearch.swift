import KirokuCore

/// The records that meet the conditions on the command line.
enum RecordSearch {
    /// - Parameter conditions: in the form of ``Condition/init(text:for:)``.
    /// - Returns: the indexes of the records that meet all of them, ascending. Standard error is told how many records took
    ///   a regular expression too long.
    static func records(of table: RecordTable, meeting conditions: [String]) async throws(CommandFailure) -> [Int] {
        var members: [Condition] = []
        for text in conditions { members.append(try condition(text, for: table.schema)) }
        do {
            let result = try await table.search(.all(members))
            if let notice = SearchResult.notice(givenUp: result.givenUpCount) { Console.tell(notice) }
            return result.records
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func condition(_ text: String, for schema: Schema) throws(CommandFailure) -> Condition {
        do {
            return try Condition(text: text, for: schema)
        } catch {
            throw CommandFailure(
                localized("Condition “{condition}”: {mistake}", ["condition": text, "mistake": error.message]),
                status: .usage)
        }
    }
}
