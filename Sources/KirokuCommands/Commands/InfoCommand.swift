import KirokuCore
import KirokuServer

/// `kiroku info FILE…`: what is in a table.
struct InfoCommand: Command {
    let input: TableInput
    /// Whether to say why fields are text.
    let isWhy: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.fileOperands(), arguments)
        isWhy = arguments.has(.why)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        for address in input.addresses { ServerAccess.warn(of: address) }
        let contents = try await input.read()
        guard !isWhy || contents.text != nil else {
            throw CommandFailure(
                localized(
                    "The fields of a document or a database have types of their own; “{option}” is for text.",
                    ["option": CommandOption.why.longForm]), status: .usage)
        }
        let fields = try await fieldRows(of: contents)
        let shared = try await input.isDocument ? SharedPlace.shown(input.path) : nil
        try Console.write(TextColumns.lines(facts(of: contents, shared)) + "\n")
        try Console.write(TextColumns.lines(fields, rightAligned: [2, 3, 4]))
        return .success
    }

    private func facts(of contents: TableInput.Contents, _ shared: SharedFacts?) -> [[String]] {
        var facts: [[String]] = []
        if input.isSeveral {
            facts.append([localized("Files:"), localizedNumber(input.parts.count)])
        } else if !input.isStream {
            facts.append([input.address == nil ? localized("File:") : localized("Table:"), input.path])
        }
        facts.append([localized("Kind:"), kind(of: contents)])
        if let firstLine = contents.text?.firstLine {
            facts.append([localized("First line:"), TableInput.note(on: firstLine)])
        }
        if let shared {
            facts.append([localized("Shared:"), shared.address])
            if shared.allowedSince == nil {
                facts.append([localized("Connection:"), localized("not allowed yet")])
            }
            facts.append([localized("To send:"), localizedNumber(shared.waiting)])
            facts += notes(of: shared).map { [localized("Note:"), $0] }
        }
        facts.append([localized("Records:"), localizedNumber(contents.table.count)])
        facts.append([localized("Fields:"), localizedNumber(contents.table.schema.count)])
        facts.append([localized("To fix:"), localizedNumber(contents.toFix.count)])
        if let sign = contents.text?.format.separator?.sign, contents.text?.namesSeparator ?? false {
            facts.append([
                localized("Note:"), localized("A line “{line}” names the separator.", ["line": "sep=\(sign)"]),
            ])
        }
        for notice in contents.notices { facts.append([localized("Note:"), notice]) }
        for word in contents.text?.format.separator == nil ? [] : contents.table.missingWords() {
            facts.append([
                localized("Note:"),
                localizedSentences([
                    word.message,
                    localized("{option} treats it as empty.", ["option": "--missing=\(word.text)"]),
                ]),
            ])
        }
        for dates in contents.text == nil ? [] : contents.table.unclearDates() {
            facts.append([
                localized("Note:"),
                localizedSentences([
                    dates.message,
                    localized(
                        "{option} or {other} makes them dates.",
                        ["option": "--input-dates=day-first", "other": "month-first"]),
                ]),
            ])
        }
        return facts
    }

    private func notes(of shared: SharedFacts) -> [String] {
        let part = shared.condition.map { localized("Only records with {condition} are here.", ["condition": $0]) }
        guard shared.isOfOtherProgram else { return part.map { [$0] } ?? [] }
        var notes = [
            localized("It is a copy of a table of another program, which is looked at from time to time.")
        ]
        if let part {
            notes.append(part)
        }
        if let limit = shared.limit { notes.append(limit.message) }
        return notes
    }

    private func kind(of contents: TableInput.Contents) -> String {
        if let server = contents.server {
            let values = ["version": server.serverVersion]
            return contents.isReadOnly
                ? localized("table in PostgreSQL {version}, read-only", values)
                : localized("table in PostgreSQL {version}", values)
        }
        if input.isSeveral {
            return localized("{count} file as one table", "{count} files as one table", count: input.parts.count)
        }
        guard let text = contents.text else {
            return contents.isReadOnly ? localized("Kiroku document, read-only") : localized("Kiroku document")
        }
        let values = ["encoding": text.encoding.name]
        return switch text.format {
        case .separatedText where contents.table.schema.count == 1: localized("text of one field in {encoding}", values)
        case .separatedText(.tab): localized("tab-separated text in {encoding}", values)
        case .separatedText(.comma): localized("comma-separated text in {encoding}", values)
        case .separatedText(.semicolon): localized("semicolon-separated text in {encoding}", values)
        case .separatedText(let separator):
            localized(
                "text separated by “{sign}” in {encoding}",
                values.merging(["sign": String(separator.sign)]) { $1 })
        case .json: localized("list of records in JSON")
        case .propertyList: localized("list of records in a property list")
        }
    }

    private func fieldRows(of contents: TableInput.Contents) async throws(CommandFailure) -> [[String]] {
        var rows = [
            [localized("Field"), localized("Type"), localized("Values"), localized("Empty"), localized("To fix")]
        ]
        let (table, toFix) = (contents.table, contents.toFix)
        for (index, field) in table.schema.fields.enumerated() {
            let empty = try await countEmpty(field.id, of: table)
            let values = table.count - empty - table.unfitCount(inField: index)
            let counts = [values, empty, toFix.count(inField: index)]
            rows.append([TextColumns.inOneLine(field.name), field.type.contentsName] + counts.map(localizedNumber))
            if isWhy { rows[index + 1].append(table.textReason(ofField: index).map(why) ?? "") }
        }
        if isWhy { rows[0].append(localized("Text because of")) }
        return rows
    }

    private func why(_ reason: TextReason) -> String {
        localized(
            "“{text}” in record {record}",
            ["text": TextColumns.inOneLine(ShownText.short(reason.text)), "record": localizedNumber(reason.record + 1)])
    }

    private func countEmpty(_ field: FieldID, of table: RecordTable) async throws(CommandFailure) -> Int {
        do {
            return try await table.find(.test(field, .empty)).count
        } catch {
            throw CommandFailure(error)
        }
    }
}
