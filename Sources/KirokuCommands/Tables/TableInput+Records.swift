import KirokuCore

/// Records that were read for the fields of a document.
struct InputRecords: Sendable {
    var records: FittedRecords
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
    func readRecords(for schema: Schema, fields: [String]) async throws(CommandFailure) -> InputRecords {
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

    /// - Parameter files: the notes on the texts, if there are several of them.
    private func fitted(
        _ text: ImportedRecords, _ schema: Schema, _ list: [String], _ files: [String]? = nil
    ) throws(CommandFailure) -> InputRecords {
        _ = try Self.wanted(list, of: text.columnNames)
        if let header = text.header, !header.contains(where: { $0.flatMap(schema.index(named:)) != nil }) {
            throw Self.nothingInCommon
        }
        return InputRecords(
            records: text.fitted, firstLine: text.firstLine,
            notices: (files ?? text.notices.map { Self.message($0) }) + text.numberNotes.map { Self.message($0) }
                + (files == nil ? [text.total] : []).compactMap(\.self).map { Self.note(on: $0) }
                + [text.leftOutMessage].compactMap(\.self))
    }

    private func fitted(
        _ table: RecordTable, _ schema: Schema, _ list: [String]
    ) throws(CommandFailure) -> InputRecords {
        let wanted = try Self.wanted(list, of: table.fieldNames)
        let matches = FieldMatch.byName(table.schema, in: schema).filter { wanted.contains($0.source) }
        guard !matches.isEmpty else { throw Self.nothingInCommon }
        let taken = Set(matches.map(\.source))
        let left = wanted.subtracting(taken).sorted().map { table.schema[$0].name }
        do throws(CancellationError) {
            return InputRecords(
                records: try FittedRecords(table, for: schema, matches), firstLine: nil,
                notices: [FittedRecords.message(onLeftOut: left)].compactMap(\.self))
        } catch {
            throw CommandFailure(StorageError.cancelled)
        }
    }

    /// The indexes of the fields to read.
    private static func wanted(_ list: [String], of names: [String]) throws(CommandFailure) -> Set<Int> {
        list.isEmpty ? Set(names.indices) : Set(try fields(list, of: names))
    }

    private static var nothingInCommon: CommandFailure {
        CommandFailure(localized("None of the fields is in the document."))
    }
}
