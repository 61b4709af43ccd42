import KirokuCore

/// What was read of several files.
struct JoinedFiles: Sendable {
    var join: TableJoin
    /// The separator of the texts, if all have the same one.
    var separator: SeparatedText.Separator?
    /// Whether nothing is left that was not read.
    var isWhole = true
    /// Notes for the user about single files, and about what distinguishes them.
    var notices: [String] = []
}

extension TableInput {
    /// How many files are read at a time.
    private static let batchSize = 8
    /// The largest number of files, and of fields, about which there are notes.
    private static let mostNotes = 10

    /// The files as one table; each field is named in at least one of them.
    ///
    /// - Parameter enough: how many records are enough; `nil` for all.
    func joined(enough: Int?) async throws(CommandFailure) -> JoinedFiles {
        var joined = JoinedFiles(join: TableJoin(sourceField: sourceField))
        var separators: Set<SeparatedText.Separator> = []
        var notedCount = 0
        var rest = parts[...]
        while !rest.isEmpty, joined.join.count < enough ?? .max {
            let batch = rest.prefix(Self.batchSize)
            rest = rest.dropFirst(Self.batchSize)
            for (part, result) in zip(batch, await Self.read(batch, enough: enough)) {
                let contents = try result.get()
                if let separator = contents.text?.format.separator { separators.insert(separator) }
                joined.isWhole = joined.isWhole && contents.isWhole
                do throws(TableError) {
                    try joined.join.add(
                        contents.table, from: part.sourceName,
                        isTyped: contents.text?.format.separator == nil, wanted: options.wantedFields)
                } catch {
                    throw CommandFailure(failure(of: part, error), status: .usage)
                }
                let notes = Self.notes(on: contents)
                guard !notes.isEmpty else { continue }
                notedCount += 1
                if notedCount <= Self.mostNotes { joined.notices += notes.map { "\(part.sourceName): \($0)" } }
            }
        }
        joined.isWhole = joined.isWhole && rest.isEmpty
        joined.separator = separators.count == 1 ? separators.first : nil
        if notedCount > Self.mostNotes {
            joined.notices.append(
                localized(
                    "There are similar notes on {count} more file.", "There are similar notes on {count} more files.",
                    count: notedCount - Self.mostNotes))
        }
        let missing = joined.join.missingFields
        joined.notices += missing.prefix(Self.mostNotes).map(\.message)
        if missing.count > Self.mostNotes {
            joined.notices.append(
                localized(
                    "{count} more field is missing in some files.", "{count} more fields are missing in some files.",
                    count: missing.count - Self.mostNotes))
        }
        return joined
    }

    /// Reads files at the same time.
    private static func read(
        _ parts: ArraySlice<TableInput>, enough: Int?
    ) async -> [Result<Contents, CommandFailure>] {
        await withTaskGroup(of: (Int, Result<Contents, CommandFailure>).self) { group in
            for (place, part) in parts.enumerated() {
                group.addTask {
                    do throws(CommandFailure) {
                        return (
                            place,
                            .success(
                                try await part.opened { (reading) async throws(CommandFailure) in
                                    try await reading.read(enough: enough)
                                })
                        )
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            var results: [Int: Result<Contents, CommandFailure>] = [:]
            for await (place, result) in group { results[place] = result }
            return results.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private static func notes(on contents: Contents) -> [String] {
        let isRecord = contents.text?.firstLine == .record
        return (isRecord ? [localized("First line:") + " " + note(on: FirstLine.record)] : []) + contents.notices
    }

    private func failure(of part: TableInput, _ error: TableError) -> String {
        guard case .repeatedFieldName(let name) = error else { return "\(part.sourceName): \(error.message)" }
        return localized(
            "“{file}” already has a field “{field}”. Use {option} to name the field for file names differently.",
            ["file": part.sourceName, "field": name, "option": CommandOption.sourceField.longForm + "=NAME"])
    }

    /// Reads several files as one table.
    func readSeveral(_ options: SeparatedText.ReadingOptions) async throws(CommandFailure) -> Contents {
        let joined = try await joined(enough: options.enoughRecords)
        do {
            let text = try await joined.join.read(options, separator: joined.separator ?? .tab)
            var contents = Contents(
                table: text.table, text: text, notices: joined.notices + text.numberNotes.map { Self.message($0) })
            contents.isWhole = joined.isWhole
            return contents
        } catch {
            throw CommandFailure(error == .cancelled ? StorageError.cancelled.message : error.message)
        }
    }

    /// Reads the records of several files for existing fields.
    ///
    /// - Returns: also the notes on the files.
    func readSeveral(
        into schema: Schema
    ) async throws(CommandFailure) -> (records: ImportedRecords, notices: [String]) {
        let joined = try await joined(enough: nil)
        do {
            let records = try await joined.join.read(into: schema, options, separator: joined.separator ?? .tab)
            return (records, joined.notices)
        } catch {
            throw CommandFailure(error == .cancelled ? StorageError.cancelled.message : error.message)
        }
    }
}
