import KirokuCore

/// Records that were read for the fields of a document.
struct FittedRecords: Sendable {
    /// The records, with the document's fields.
    var table: RecordTable
    /// The indexes of the fields for which the records have values.
    let fields: Set<Int>
    /// The role of the first line, if the records come from text.
    let firstLine: FirstLine?
    /// Notes for the user about repairs and omissions.
    let notices: [String]
}

extension TableInput {
    /// Reads the whole input for existing fields.
    ///
    /// Fields are matched by name or, if a text has no names, by order.
    ///
    /// - Parameter fields: the fields of the input to read; empty for all.
    func readRecords(for schema: Schema, fields: [String]) async throws(CommandFailure) -> FittedRecords {
        if isSeveral {
            let (text, notices) = try await readSeveral(into: schema)
            return try fitted(text, schema, fields, notices)
        }
        if let text = try await readText(for: schema) { return try fitted(text, schema, fields) }
        return try fitted(try await read().table, schema, fields)
    }

    /// Returns `nil` for a document and a table on a server.
    private func readText(for schema: Schema) async throws(CommandFailure) -> ImportedRecords? {
        guard address == nil else { return nil }
        if isReadInPieces {
            return try await withStream { (pieces) async throws(CommandFailure) in
                try await Self.readText(of: pieces) { (source) async throws(StorageError) in
                    try await TableFile.read(from: source, name: streamName, into: schema, options: options)
                }
            }
        }
        do {
            guard try FileKind.of(path) == .text else { return nil }
            return try await TableFile.read(path: path, into: schema, options: options)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// - Parameter files: the notes on the texts, where there are several of them.
    private func fitted(
        _ text: ImportedRecords, _ schema: Schema, _ list: [String], _ files: [String]? = nil
    ) throws(CommandFailure) -> FittedRecords {
        let names = text.columnNames
        let wanted = try Self.wanted(list, of: names)
        if let header = text.header, !header.contains(where: { $0.flatMap(schema.index(named:)) != nil }) {
            throw Self.nothingInCommon
        }
        // For text in lines, a notice already says what is left out, and where.
        let isTold = text.format.separator == nil
        let left = text.fields.indices.filter { isTold && text.fields[$0] == nil && wanted.contains($0) }
        return FittedRecords(
            table: text.table, fields: Set(text.fields.compactMap { $0 }), firstLine: text.firstLine,
            notices: (files ?? text.notices.map { Self.message($0) }) + text.numberNotes.map { Self.message($0) }
                + (files == nil ? [text.total] : []).compactMap(\.self).map { Self.note(on: $0) }
                + Self.notices(ofFieldsLeftOut: left.map { names[$0] }))
    }

    private func fitted(
        _ table: RecordTable, _ schema: Schema, _ list: [String]
    ) throws(CommandFailure) -> FittedRecords {
        let wanted = try Self.wanted(list, of: table.fieldNames)
        let matches = FieldMatch.byName(table.schema, in: schema).filter { wanted.contains($0.source) }
        guard !matches.isEmpty else { throw Self.nothingInCommon }
        let taken = Set(matches.map(\.source))
        let left = wanted.subtracting(taken).sorted().map { table.schema[$0].name }
        return FittedRecords(
            table: try added(table, to: RecordTable(schema: schema), matches), fields: Set(matches.map(\.field)),
            firstLine: nil,
            notices: Self.notices(ofFieldsLeftOut: left))
    }

    /// The indexes of the fields to read.
    private static func wanted(_ list: [String], of names: [String]) throws(CommandFailure) -> Set<Int> {
        list.isEmpty ? Set(names.indices) : Set(try fields(list, of: names))
    }

    private static func notices(ofFieldsLeftOut names: [String]) -> [String] {
        guard !names.isEmpty else { return [] }
        return [
            localized(
                "1 field is not in the document and is left out: {names}",
                "{count} fields are not in the document and are left out: {names}", count: names.count,
                ["names": names.joined(separator: ", ")])
        ]
    }

    /// The records as an empty table with the document's fields would take them.
    private func added(
        _ records: RecordTable, to empty: RecordTable, _ matches: [FieldMatch]
    ) throws(CommandFailure) -> RecordTable {
        do throws(CancellationError) {
            return try MergePlan(records, into: empty, matches: matches, key: nil).newRecords
        } catch {
            throw CommandFailure(StorageError.cancelled)
        }
    }

    private static var nothingInCommon: CommandFailure {
        CommandFailure(localized("None of the fields is in the document."))
    }
}
