import KirokuCore
import KirokuServer

/// Importing into a table on a server.
extension ImportCommand {
    /// Adds and changes records in one transaction: all or none.
    func write(to address: ServerAddress) async throws(CommandFailure) {
        guard pictures == nil else {
            throw CommandFailure(localized("Only documents have pictures."), status: .usage)
        }
        if !isQuiet { ServerAccess.warn(of: address) }
        let key = key
        let contents = try await ServerAccess.working(with: address) { (session) throws(ServerError) in
            let source = try await session.describe()
            try source.checkWritable(changing: key != nil)
            return key == nil ? ServerContents(withoutRecordsOf: source) : try await session.read()
        }
        let input = try await input.readRecords(for: contents.table.schema, fields: fields)
        show(input.firstLine)
        for notice in input.notices { show(notice) }
        var records = try leavingOutReadOnly(input.records, of: contents.source)
        records.table = contents.source.asHeld(records.table)
        let (changes, outcome) = try changes(to: contents, by: records)
        if !changes.isEmpty {
            try await ServerAccess.working(with: address) { (session) throws(ServerError) in
                try await session.write(changes)
            }
        }
        show(outcome)
    }

    /// Without the fields that only the server fills in, except for the one that identifies records.
    private func leavingOutReadOnly(
        _ records: FittedRecords, of source: ServerTable
    ) throws(CommandFailure) -> FittedRecords {
        let keyField = key.flatMap { source.schema.index(called: $0) }
        let left = records.fields.filter { source.columns[$0].isReadOnly && $0 != keyField }.sorted()
        guard !left.isEmpty else { return records }
        let names = left.map { source.columns[$0].name }
        guard left.count < records.fields.count else {
            throw CommandFailure(ServerError.fieldIsReadOnly(names[0]).message)
        }
        show(
            localized(
                "1 field is read-only and was skipped: {names}",
                "{count} fields are read-only and were skipped: {names}", count: names.count,
                ["names": names.joined(separator: ", ")]))
        return FittedRecords(table: records.table, fields: records.fields.subtracting(left))
    }

    private func changes(
        to contents: ServerContents, by records: FittedRecords
    ) throws(CommandFailure) -> (ServerChanges, Outcome) {
        guard let key else {
            let changes = ServerChanges(to: contents, adding: records.table, fields: records.fields)
            return (changes, Outcome(added: records.table.count))
        }
        let (plan, source) = (try plan(of: contents.table, by: records), contents.source)
        let added = plan.newRecords
        if let field = contents.table.schema.index(called: key), source.columns[field].isAlwaysGenerated,
            (0..<added.count).contains(where: { added[$0, field] != .empty })
        {
            throw CommandFailure(ServerError.keyIsFilledIn(source.columns[field].name).message)
        }
        let changes = ServerChanges(
            to: contents, adding: added, fields: records.fields, change: plan.change, numbersRecords: false)
        return (
            changes,
            Outcome(added: added.count, changed: plan.changedRecordCount, unchanged: plan.unchangedCount)
        )
    }
}
