import KirokuCore
import KirokuServer

extension InfoCommand {
    /// Everything that is reported about a table, for programs.
    func json(of contents: TableInput.Contents, _ fields: [FieldReport], _ shared: SharedFacts?) -> JSONText {
        var members: [(name: String, value: JSONText)] = []
        if input.isSeveral {
            members.append(("files", .list(input.parts.map { .text($0.path) })))
        } else if !input.isStream {
            members.append((input.address == nil ? "file" : "table", .text(input.path)))
        }
        members.append(("kind", .text(contents.server != nil ? "table" : contents.text != nil ? "text" : "document")))
        if contents.text == nil { members.append(("readOnly", .flag(contents.isReadOnly))) }
        if let text = contents.text, !input.isSeveral { members += Self.members(of: text) }
        if let shared {
            members.append(
                (
                    "shared",
                    .object([
                        ("address", .text(shared.address)), ("isAllowed", .flag(shared.allowedSince != nil)),
                        ("toSend", .count(shared.waiting)),
                    ])
                ))
        }
        if contents.isDocument { members.append(("views", .list(contents.viewNames.map { .text($0) }))) }
        let notes = (shared.map { self.notes(of: $0) } ?? []) + self.notes(of: contents)
        members += [
            ("records", .count(contents.table.count)), ("toFix", .count(contents.toFix.count)),
            ("notes", .list(notes.map { .text($0) })), ("fields", .list(fields.map(json))),
        ]
        return .object(members)
    }

    private static func members(of text: ImportedText) -> [(name: String, value: JSONText)] {
        let format: String
        switch text.format {
        case .separatedText: format = "separated"
        case .json: format = "json"
        case .propertyList: format = "plist"
        }
        var members: [(name: String, value: JSONText)] = [
            ("format", .text(format)), ("encoding", .text(text.encoding.word)),
        ]
        if let separator = text.format.separator {
            members.append(("separator", .text(String(separator.sign))))
            members.append(("hasHeader", .flag(text.hadHeader)))
        }
        return members
    }

    private func json(of report: FieldReport) -> JSONText {
        let word = TextForm.typeWords.first { $0.value == report.field.type }?.word ?? report.field.type.rawValue
        var members: [(name: String, value: JSONText)] = [
            ("name", .text(report.field.name)), ("type", .text(word)), ("values", .count(report.values)),
            ("empty", .count(report.empty)), ("toFix", .count(report.toFix)),
        ]
        if isWhy {
            let why = report.reason.map {
                JSONText.object([("text", .text($0.text)), ("record", .count($0.record + 1))])
            }
            members.append(("textBecauseOf", why ?? .null))
        }
        guard let statistics = report.statistics else { return .object(members) }
        let totals = statistics.summary.figures?.totals
        members += [
            ("different", .count(statistics.summary.distinct)), ("least", JSONText(statistics.least)),
            ("greatest", JSONText(statistics.greatest)),
        ]
        if let totals {
            members += [("mean", .number(totals.mean)), ("sum", totals.sum.map { .number($0) } ?? .null)]
        }
        let frequent = statistics.mostFrequent.map {
            JSONText.object([("value", JSONText($0.value)), ("count", .count($0.count))])
        }
        return .object(members + [("mostFrequent", frequent ?? .null)])
    }
}
