import KirokuCore

/// A server's estimate for the number of records in a part of a table.
public struct PartGuess: Sendable, Hashable {
    /// The approximate number; `nil` if the server cannot select the part, so that all records must be read to find it.
    public let count: Int?
    /// The approximate number of records in the whole table.
    public let wholeCount: Int
}

extension SharedDocuments {
    /// Estimates the size of the part of a table that meets a condition, without reading it.
    ///
    /// - Parameters:
    ///   - address: the table.
    ///   - condition: the condition as typed.
    /// - Throws: ``SyncError``; also if a copy cannot have such a part, with the reason.
    public static func guess(_ address: ServerAddress, where condition: String) async throws(SyncError) -> PartGuess {
        do throws(ServerError) {
            guard let name = address.table else { throw .noTableNamed(present: []) }
            let session = try await ServerSession.open(address)
            do throws(ServerError) {
                let guess = try await session.transaction(.reading) { (transaction) throws(ServerError) in
                    try transaction.guess(name, where: condition)
                }
                await session.close()
                return guess
            } catch {
                await session.close()
                throw error
            }
        } catch {
            throw SyncError(error)
        }
    }
}

extension ServerTransaction {
    fileprivate func guess(_ name: String, where text: String) throws(ServerError) -> PartGuess {
        let shared = SharedTable(line: line)
        guard case .document(let home) = try shared.owner(ofTable: name, schemas) else {
            let reader = ForeignReader(transaction: self)
            var layout = try reader.layout(of: TableChoice(name: name))
            let all = "SELECT 1 FROM \(layout.source.quotedName)"
            try layout.narrow(to: try FirstCopy.condition(text, layout.fields))
            let part = all + " WHERE \(layout.conditionSQL ?? "true")"
            return PartGuess(count: try line.likelyCount(part), wholeCount: try line.likelyCount(all))
        }
        let layout = try shared.layout(home)
        let part = try SharedPart(text, for: layout.fields)
        let whole = try line.likelyCount("SELECT 1 FROM \(layout.table)")
        guard let filter = part.filter(layout) else { return PartGuess(count: nil, wholeCount: whole) }
        let count = try line.likelyCount("SELECT 1 FROM \(layout.table) WHERE \(filter)")
        return PartGuess(count: count, wholeCount: whole)
    }
}

extension ServerLine {
    /// How many rows the server expects from a statement, without executing it.
    func likelyCount(_ sql: String) throws(ServerError) -> Int {
        let plan = try rows("EXPLAIN (FORMAT JSON) \(sql)").first?[0] ?? ""
        let sign = "\"Plan Rows\":"
        guard let place = plan.firstRange(of: sign) else { return 0 }
        return Int(plan[place.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
    }
}
