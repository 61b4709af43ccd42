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
                    "“{file}” already has fields. “{option}” is only for a new document.",
                    ["file": FilePath.name(of: document), "option": option.longForm]), status: .usage)
        }
        if let server {
            try await write(to: server)
            return .success
        }
        let (contents, store) = try await open()
        do {
            let table = contents.table
            let input = try await input.readRecords(for: table.schema, fields: fields)
            show(input.firstLine)
            for notice in input.notices { show(notice) }
            var records = input.records
            let pictureFields = try await takePictures(for: &records, into: store)
            var plan = try plan(of: table, by: records)
            plan.pictureFields = pictureFields
            try checkFit(plan, of: records, to: table)
            if let change = plan.change { try await DocumentEdit.save(change, to: contents, in: store, at: document) }
            show(Outcome(plan))
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
        show(contents.text?.firstLine)
        for notice in contents.notices { show(notice) }
        try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                let store = try await DocumentStores.create(at: document, table: table)
                try await complete(store, of: table)
                await store.close()
            } catch {
                throw CommandFailure(error)
            }
        }
        show(Outcome(added: table.count, toFix: CellsToFix(table).count))
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
        let transfer = try await pictureImport(from: pictures).complete(store, of: table)
        if let complaint = transfer.complaint { show(complaint) }
    }

    /// Puts the pictures named by the records into the document, and returns the fields that then hold pictures.
    private func takePictures(
        for records: inout FittedRecords, into store: any DocumentStore
    ) async throws(CommandFailure) -> [Int] {
        guard let pictures else { return [] }
        let given = records
        let (taken, fields, transfer) = try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                var taken = given
                let (fields, transfer) = try await pictureImport(from: pictures).take(for: &taken, into: store)
                return (taken, fields, transfer)
            } catch {
                throw CommandFailure(error)
            }
        }
        guard !fields.isEmpty else {
            throw CommandFailure(localized("This document has no picture field."), status: .usage)
        }
        records = taken
        if let complaint = transfer.complaint { show(complaint) }
        return fields
    }

    private func pictureImport(from folder: String) -> PictureImport {
        PictureImport(from: folder, decoder: PictureDecoder(thumbnails: nil))
    }

    private func open() async throws(CommandFailure) -> (contents: DocumentContents, store: any DocumentStore) {
        do throws(StorageError) {
            let store = DocumentStores.at(document)
            let contents = try await store.load()
            guard !store.isReadOnly else { throw StorageError.readOnly(at: store.location) }
            if let notice = contents.repairNotice { show(notice) }
            return (contents, store)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The numbers of records, grouped by what the import did with them.
    struct Outcome {
        var added = 0
        var changed = 0
        var unchanged = 0
        /// The number of cells that are to be fixed.
        var toFix = 0
    }

    func show(_ outcome: Outcome) {
        let numbers = [
            "added": outcome.added, "changed": outcome.changed, "unchanged": outcome.unchanged, "unfit": outcome.toFix,
        ]
        show(
            localized(
                "{added} added, {changed} changed, {unchanged} unchanged, {unfit} to fix",
                numbers.mapValues { localizedNumber($0) }))
    }

    /// With `--strict`, refuses values that do not fit their fields or break rules of them.
    private func checkFit(
        _ plan: MergePlan, of records: FittedRecords, to table: RecordTable
    ) throws(CommandFailure) {
        guard isStrict else { return }
        if plan.unfitCount > 0 { throw misfit(in: records.table, count: plan.unfitCount) }
        if let first = plan.broken.lines(of: table.schema).first {
            throw CommandFailure(
                localized(
                    "1 cell breaks a rule of its field. {first} Nothing was imported.",
                    "{count} cells break rules of their fields. {first} Nothing was imported.",
                    count: plan.broken.count, ["first": first]))
        }
    }

    /// What the records change in the table, by the key if there is one; reports keys that are repeated.
    func plan(of table: RecordTable, by records: FittedRecords) throws(CommandFailure) -> MergePlan {
        do throws(MergeError) {
            var field: Int?
            if let key {
                field = table.schema.index(called: key)
                if field == nil { throw .keyIsMissing(field: key) }
            }
            let plan = try MergePlan(records, into: table, key: field)
            if plan.repeatedKeyCount > 0 { show(plan.repeatedKeysMessage) }
            return plan
        } catch {
            switch error {
            case .keyIsMissing: throw CommandFailure(error.message, status: .usage)
            case .cancelled: throw CommandFailure(StorageError.cancelled)
            }
        }
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

    func show(_ firstLine: FirstLine?) {
        if let firstLine { show(localized("First line:") + " " + TableInput.note(on: firstLine)) }
    }

    func show(_ message: String) {
        if !isQuiet { Console.show(message) }
    }
}

extension ImportCommand.Outcome {
    init(_ plan: MergePlan) {
        self.init(
            added: plan.newRecordCount, changed: plan.changedRecordCount, unchanged: plan.unchangedCount,
            toFix: plan.unfitCount + plan.broken.count)
    }
}
