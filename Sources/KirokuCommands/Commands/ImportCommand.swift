import KirokuCore
import KirokuPictures
import KirokuServer

/// `kiroku import FILE… --into DOCUMENT`: records from a file into a document, or into a table on a server.
struct ImportCommand: Command {
    let input: TableInput
    /// The path of the document; of a table on a server, the address as it can be shown.
    let document: String
    /// Where the table is on a server; `nil` for a document.
    let server: ServerAddress?
    /// The name of the field that identifies records: those with the same value are the same record.
    let key: String?
    let isQuiet: Bool
    /// Whether to import nothing if any value does not fit its field.
    let isStrict: Bool
    /// The fields to import, as given; empty for all.
    let fields: [String]
    /// The folder with the records' pictures; `nil` if there are none.
    let pictures: String?

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.fileOperands(), arguments)
        guard let document = arguments[.into] else { throw .missingOption(CommandOption.into.longForm) }
        guard document != "-" else { throw .needsFile }
        server = ServerAddress.isAddress(document) ? try ServerAccess.address(document) : nil
        self.document = server?.shownText ?? document
        key = arguments[.key]
        fields = arguments.all(.fields)
        isQuiet = arguments.has(.quiet)
        isStrict = arguments.has(.strict)
        pictures = arguments[.pictures]
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        if !isQuiet { for address in input.addresses { ServerAccess.warn(of: address) } }
        guard server != nil || FileKind.exists(document) else {
            try await makeDocument()
            return .success
        }
        if let option = newFieldsOption {
            throw CommandFailure(
                localized(
                    "“{file}” has fields already; “{option}” is for a new document.",
                    ["file": FilePath.name(of: document), "option": option.longForm]), status: .usage)
        }
        if let server {
            try await write(to: server)
            return .success
        }
        let (contents, store) = try await open()
        do {
            let table = contents.table
            var records = try await input.readRecords(for: table.schema, fields: fields)
            tell(records.firstLine)
            for notice in records.notices { tell(notice) }
            if key == nil { records.table = table.fillingIn(records.table, given: records.fields) }
            let marked = try await takePictures(for: &records, of: table.schema, into: store)
            let (change, outcome) = try change(of: table, by: records, marking: marked)
            if let change { try await DocumentEdit.save(change, to: contents, in: store, at: document) }
            tell(outcome)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        return .success
    }

    /// The given option for the fields of a new document, if any.
    private var newFieldsOption: CommandOption? {
        input.options.types == .text ? .allText : input.options.fieldTypes.isEmpty ? nil : .types
    }

    private func makeDocument() async throws(CommandFailure) {
        guard key == nil else { throw CommandFailure(.notFound(path: document)) }
        let contents = try await input.read()
        let table = try wanted(contents.table).offeringItsValues
        if isStrict, table.unfitCount > 0 { throw misfit(in: table, count: table.unfitCount) }
        tell(contents.text?.firstLine)
        for notice in contents.notices { tell(notice) }
        try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                let store = try await DocumentStores.create(at: document, table: table)
                try await complete(store, of: table)
                await store.close()
            } catch {
                throw CommandFailure(error)
            }
        }
        tell(Outcome(added: table.count, toFix: CellsToFix(table).count))
    }

    /// The fields to import, in the order given.
    private func wanted(_ table: RecordTable) throws(CommandFailure) -> RecordTable {
        guard !fields.isEmpty else { return table }
        var seen: Set<Int> = []
        let indexes = try TableInput.fields(fields, of: table.fieldNames).filter { seen.insert($0).inserted }
        return table.taking(fields: indexes)
    }

    /// Puts the pictures into a new document; if that fails, removes the document.
    private func complete(_ store: any DocumentStore, of table: RecordTable) async throws(StorageError) {
        guard let pictures else { return }
        do throws(StorageError) {
            let transfer = try await pictureImport(from: pictures).complete(store, of: table)
            if let complaint = transfer.complaint { tell(complaint) }
        } catch {
            await store.discard()
            throw error
        }
    }

    /// Puts the pictures named by the records into the document.
    ///
    /// - Returns: the fields that name pictures but are not picture fields yet.
    private func takePictures(
        for records: inout FittedRecords, of schema: Schema, into store: any DocumentStore
    ) async throws(CommandFailure) -> [Int] {
        guard let pictures else { return [] }
        let table = records.table
        let present = records.fields
        let (named, fields, transfer) = try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                var named = table
                let work = pictureImport(from: pictures)
                let naming = Set(try await work.fields(of: table))
                let fields = present.sorted().filter { schema[$0].isPicture || naming.contains($0) }
                let transfer = try await work.take(for: &named, fields: fields, into: store)
                return (named, fields, transfer)
            } catch {
                throw CommandFailure(error)
            }
        }
        guard !fields.isEmpty else {
            throw CommandFailure(localized("No field of the document holds pictures."), status: .usage)
        }
        records.table = named
        if let complaint = transfer.complaint { tell(complaint) }
        return fields.filter { !schema[$0].isPicture }
    }

    private func pictureImport(from folder: String) -> PictureImport {
        PictureImport(from: folder, decoder: PictureDecoder(thumbnails: nil))
    }

    private func open() async throws(CommandFailure) -> (contents: DocumentContents, store: any DocumentStore) {
        do throws(StorageError) {
            let store = DocumentStores.at(document, conversion: conversion)
            let contents = try await store.load()
            guard !store.isReadOnly else { throw StorageError.readOnly(at: store.location) }
            if let notice = contents.mendingNotice { tell(notice) }
            return (contents, store)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Converts a document of an earlier version, as the window does.
    private var conversion: DocumentConversion {
        let directories = Directories(application: "kiroku")
        let (name, isQuiet) = (FilePath.name(of: document), isQuiet)
        return DocumentConversion(
            backupIn: { BackupFolder(of: $0, in: directories) },
            ended: { result in
                guard !isQuiet, case .success(let backup) = result else { return }
                Console.tell(
                    localized(
                        "“{file}” has been converted for this version of Kiroku. The original is kept as a backup: {backup}",
                        ["file": name, "backup": backup.path]))
            })
    }

    /// The numbers of records, by what the import did with them.
    struct Outcome {
        var added = 0
        var changed = 0
        var unchanged = 0
        /// The number of cells that are to be fixed.
        var toFix = 0
    }

    func tell(_ outcome: Outcome) {
        let numbers = [
            "added": outcome.added, "changed": outcome.changed, "unchanged": outcome.unchanged, "unfit": outcome.toFix,
        ]
        tell(
            localized(
                "{added} added, {changed} changed, {unchanged} unchanged, {unfit} to fix",
                numbers.mapValues { localizedNumber($0) }))
    }

    /// The change that the records make to the document, `nil` if there is none, and the outcome.
    ///
    /// - Parameter fields: the fields that become picture fields.
    /// - Throws: with `--strict`, if any value does not fit its field or breaks a rule of it.
    private func change(
        of table: RecordTable, by records: FittedRecords, marking fields: [Int]
    ) throws(CommandFailure) -> (change: Change?, outcome: Outcome) {
        var outcome: Outcome
        let (change, broken): (Change?, BrokenByChange)
        if let key {
            let field = try keyField(key, of: table, in: records)
            let plan = try plan(of: table, by: records, key: FieldMatch(source: field, field: field))
            if plan.repeatedKeyCount > 0 { tell(plan.repeatedKeysMessage) }
            outcome = Outcome(
                added: plan.newRecordCount, changed: plan.changedRecordCount, unchanged: plan.unchangedCount,
                toFix: plan.unfitCount)
            (change, broken) = (plan.change, plan.broken)
        } else {
            outcome = Outcome(added: records.table.count, toFix: records.table.unfitCount)
            change = table.change(appending: records.table)
            broken = BrokenByChange(change, of: table)
        }
        if isStrict, outcome.toFix > 0 { throw misfit(in: records.table, count: outcome.toFix) }
        if isStrict, let first = broken.lines(of: table.schema).first {
            throw CommandFailure(
                localized(
                    "1 cell breaks a rule of its field. {first} Nothing was imported.",
                    "{count} cells break rules of their fields. {first} Nothing was imported.", count: broken.count,
                    ["first": first]))
        }
        outcome.toFix += broken.count
        return (.marking(fields, of: table, before: change), outcome)
    }

    /// The index of the field that identifies records.
    func keyField(
        _ key: String, of table: RecordTable, in records: FittedRecords
    ) throws(CommandFailure) -> Int {
        guard let field = table.schema.index(called: key), records.fields.contains(field) else {
            throw CommandFailure(localized("The field “{field}” is not in both.", ["field": key]), status: .usage)
        }
        return field
    }

    /// The failure that names the first cell with unfit text.
    private func misfit(in records: RecordTable, count: Int) -> CommandFailure {
        for field in records.schema.fields.indices {
            for record in 0..<records.count {
                guard let text = records[record, field].unfitText else { continue }
                return CommandFailure(
                    localized(
                        "1 cell does not fit its field: “{text}” in “{field}”. Nothing was imported.",
                        "{count} cells do not fit their fields, such as “{text}” in “{field}”. Nothing was imported.",
                        count: count,
                        ["text": ShownText.short(text), "field": ShownText.short(records.schema[field].name)]))
            }
        }
        return CommandFailure(localized("Some cells do not fit their fields. Nothing was imported."))
    }

    func plan(
        of table: RecordTable, by records: FittedRecords, key: FieldMatch
    ) throws(CommandFailure) -> MergePlan {
        do throws(CancellationError) {
            let matches = records.fields.sorted().map { FieldMatch(source: $0, field: $0) }
            return try MergePlan(records.table, into: table, matches: matches, key: key)
        } catch {
            throw CommandFailure(StorageError.cancelled)
        }
    }

    func tell(_ firstLine: FirstLine?) {
        if let firstLine { tell(localized("First line:") + " " + TableInput.note(on: firstLine)) }
    }

    func tell(_ message: String) {
        if !isQuiet { Console.tell(message) }
    }
}
