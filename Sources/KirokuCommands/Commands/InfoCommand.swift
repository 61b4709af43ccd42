import KirokuCore
import KirokuServer

/// `kiroku info FILE…`: what is in a table.
struct InfoCommand: Command {
    let input: TableInput
    /// Whether to say why fields are text.
    let isWhy: Bool
    /// Whether to sum up what each field holds.
    let hasStatistics: Bool
    /// Whether it is written for programs.
    let isJSON: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.fileOperands(), arguments)
        isWhy = arguments.has(.why)
        hasStatistics = arguments.has(.stats)
        isJSON = try arguments.choice(.format, among: [("text", false), ("json", true)]) ?? false
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        for address in input.addresses { ServerAccess.warn(of: address) }
        let contents = try await input.read()
        guard !isWhy || contents.text != nil else {
            throw CommandFailure(
                localized(
                    "Fields of documents and databases already have types. “{option}” is only for text.",
                    ["option": CommandOption.why.longForm]), status: .usage)
        }
        let fields = try await FieldReport.all(of: contents, hasStatistics: hasStatistics)
        let shared = try await input.isDocument ? SharedDocuments.shown(input.path) : nil
        if isJSON {
            try Console.write(json(of: contents, fields, shared).written)
            return .success
        }
        try Console.write(TextColumns.lines(facts(of: contents, shared)) + "\n")
        try Console.write(TextColumns.lines(rows(of: fields), rightAligned: [2, 3, 4]))
        if hasStatistics {
            try Console.write("\n" + TextColumns.lines(FieldReport.statisticsRows(fields), rightAligned: [1, 4, 5, 7]))
        }
        return .success
    }

    private func facts(of contents: TableInput.Contents, _ shared: SharedFacts?) -> [[String]] {
        var facts: [[String]] = []
        if input.isSeveral {
            facts.append([localized("Files:"), localizedNumber(input.parts.count)])
        } else if !input.isStream {
            facts.append([input.address == nil ? localized("File:") : localized("Table:"), input.path])
        }
        facts.append([localized("Format:"), kind(of: contents)])
        if let firstLine = contents.text?.firstLine {
            facts.append([localized("First line:"), TableInput.note(on: firstLine)])
        }
        if let shared {
            facts.append([localized("Shared:"), shared.address])
            if shared.allowedSince == nil {
                facts.append([localized("Connection:"), localized("not allowed yet")])
            }
            facts.append([localized("To send:"), localizedNumber(shared.waiting)])
        }
        let notes = (shared.map { self.notes(of: $0) } ?? []) + self.notes(of: contents)
        facts.append([localized("Records:"), localizedNumber(contents.table.count)])
        facts.append([localized("Fields:"), localizedNumber(contents.table.schema.count)])
        facts.append([localized("To fix:"), localizedNumber(contents.toFix.count)])
        facts += contents.viewNames.map { [localized("View:"), ShownText.short($0)] }
        return facts + notes.map { [localized("Note:"), $0] }
    }

    /// What else the user should know about the records.
    func notes(of contents: TableInput.Contents) -> [String] {
        var notes: [String] = []
        if let sign = contents.text?.format.separator?.sign, contents.text?.namesSeparator ?? false {
            notes.append(localized("The line “{line}” sets the separator.", ["line": "sep=\(sign)"]))
        }
        notes += contents.notices
        for word in contents.text?.format.separator == nil ? [] : contents.table.missingWords() {
            notes.append(
                localizedSentences([
                    word.message,
                    localized("Use {option} to treat it as empty.", ["option": "--missing=\(word.text)"]),
                ]))
        }
        for dates in contents.text == nil ? [] : contents.table.unclearDates() {
            notes.append(
                localizedSentences([
                    dates.message,
                    localized(
                        "Use {option} or {other} to read them as dates.",
                        ["option": "--input-dates=day-first", "other": "month-first"]),
                ]))
        }
        return notes
    }

    /// What else the user should know about a shared document.
    func notes(of shared: SharedFacts) -> [String] {
        let part = shared.condition.map { localized("Only records with {condition} are here.", ["condition": $0]) }
        guard shared.isOfOtherProgram else { return part.map { [$0] } ?? [] }
        var notes = [
            localized(
                "This is a copy of a table from another program, which Kiroku checks for changes from time to time.")
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

    private func rows(of fields: [FieldReport]) -> [[String]] {
        var rows = [
            [localized("Field"), localized("Type"), localized("Values"), localized("Empty"), localized("To fix")]
        ]
        if isWhy { rows[0].append(localized("Text because of")) }
        for report in fields {
            let counts = [report.values, report.empty, report.toFix].map(localizedNumber)
            rows.append(
                [TextColumns.inOneLine(report.field.name), report.field.type.contentsName] + counts
                    + (isWhy ? [report.reason.map(why) ?? ""] : []))
        }
        return rows
    }

    private func why(_ reason: TextReason) -> String {
        localized(
            "“{text}” in record {record}",
            ["text": TextColumns.inOneLine(ShownText.short(reason.text)), "record": localizedNumber(reason.record + 1)])
    }
}
