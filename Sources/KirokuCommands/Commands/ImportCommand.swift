import KirokuCore

/// `kiroku import FILE --into DOCUMENT`: records from a file into a document.
struct ImportCommand: Command {
    let input: TableInput
    /// The path of the document.
    let document: String
    /// The name of the field whose values tell which records are the same.
    let key: String?
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.onlyOperand("FILE"), arguments)
        guard let document = arguments[.into] else { throw .missingOption(CommandOption.into.longForm) }
        guard document != "-" else { throw .needsFile }
        self.document = document
        key = arguments[.key]
        isQuiet = arguments.has(.quiet)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        let contents = try await input.read()
        for notice in contents.text?.notices ?? [] { tell(notice.message) }
        guard FileKind.exists(document) else {
            try await makeDocument(of: contents.table)
            return .success
        }
        let opened = try await open()
        do {
            if let change = try plan(for: contents, in: opened.contents.table) { try await save(change, to: opened) }
        } catch {
            await opened.link?.close()
            throw error
        }
        await opened.link?.close()
        return .success
    }

    private func makeDocument(of table: RecordTable) async throws(CommandFailure) {
        guard key == nil else { throw CommandFailure(.notFound(path: document)) }
        try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                await (try await CardFile.create(at: document, table: table)).close()
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private func open() async throws(CommandFailure) -> OpenedDocument {
        do throws(StorageError) {
            let opened = try await CardFile.open(at: document)
            guard !opened.isReadOnly else { throw StorageError.readOnly(path: document) }
            return opened
        } catch {
            throw CommandFailure(error)
        }
    }

    /// What the import changes, or `nil` if that is nothing; tells what does not go in as it is.
    private func plan(for contents: TableInput.Contents, in table: RecordTable) throws(CommandFailure) -> Change? {
        let matches = try matches(of: contents, in: table.schema)
        let keyMatch = try keyMatch(among: matches, in: table.schema)
        do throws(CancellationError) {
            let plan = try MergePlan(contents.table, into: table, matches: matches, key: keyMatch)
            if plan.unfitCount > 0 {
                tell(
                    localized(
                        "1 cell does not fit its field and is kept as text to fix.",
                        "{count} cells do not fit their fields and are kept as text to fix.", count: plan.unfitCount))
            }
            return plan.change
        } catch {
            throw CommandFailure(StorageError.cancelled)
        }
    }

    /// By the names of the fields, or where the text has none, by their order.
    private func matches(
        of contents: TableInput.Contents, in schema: Schema
    ) throws(CommandFailure) -> [FieldMatch] {
        let source = contents.table.schema
        let hasNames = contents.text?.hadHeader ?? true
        let matches =
            hasNames
            ? FieldMatch.byName(source, in: schema)
            : (0..<min(source.count, schema.count)).map { FieldMatch(source: $0, field: $0) }
        guard !matches.isEmpty else {
            throw CommandFailure(localized("No field has a name that is in the document, too."))
        }
        let taken = Set(matches.map(\.source))
        let left = source.fields.indices.filter { !taken.contains($0) }.map { source[$0].name }
        if !left.isEmpty {
            tell(
                localized(
                    "1 field is not in the document and is left out: {names}",
                    "{count} fields are not in the document and are left out: {names}", count: left.count,
                    ["names": left.joined(separator: ", ")]))
        }
        return matches
    }

    private func keyMatch(among matches: [FieldMatch], in schema: Schema) throws(CommandFailure) -> FieldMatch? {
        guard let key else { return nil }
        guard let match = matches.first(where: { schema[$0.field].name == key }) else {
            throw CommandFailure(localized("The field “{field}” is not in both.", ["field": key]), status: .usage)
        }
        return match
    }

    /// Makes the change as the window would.
    ///
    /// It is in the file as a whole or not at all; a signal waits until that is decided.
    private func save(_ change: Change, to opened: OpenedDocument) async throws(CommandFailure) {
        let name = FilePath.name(of: document)
        try await Interruption.cancelling { @MainActor () async throws(CommandFailure) in
            let edited = Document(title: name, contents: opened.contents, link: opened.link)
            do throws(EditError) {
                try edited.apply(change)
            } catch {
                throw CommandFailure(error.message)
            }
            await edited.finishSaving()
            if case .failed(let error) = edited.saveState { throw CommandFailure(error) }
        }
    }

    private func tell(_ message: String) {
        if !isQuiet { Console.tell(message) }
    }
}
