@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// All that a user would miss in a document, as lines of text that do not depend on how it is stored: fields, records, widths,
/// how it is looked at, and the table after each step that can be taken back and done again.
@MainActor
struct DocumentDump {
    private(set) var text = ""

    /// Walks to both ends of the document's history, and leaves it at the step where it stood.
    init(_ document: Document) throws {
        let table = document.table
        for field in table.schema.fields {
            line(
                ["field", "\(field.id.rawValue)", field.type.rawValue, quoted(field.name), cell(field.initialValue)]
                    + (field.isMarkedAsPicture ? ["picture"] : [])
                    + (field.numberFormat == .asTyped ? [] : [quoted(field.numberFormat.stored)])
                    + (field.initialSource.map { [quoted($0.stored)] } ?? [])
                    + (field.rules.stored.map { [quoted($0)] } ?? []))
        }
        line(["next field", "\(table.schema.nextFieldID.rawValue)"])
        for (field, width) in document.fieldWidths.sorted(by: { $0.key < $1.key }) {
            line(["width", "\(field.rawValue)", "\(width)"])
        }
        for (name, text) in document.settings.stored.sorted(by: { $0.key < $1.key }) {
            line(["setting", quoted(name), quoted(text)])
        }
        line(["identifiers"] + table.ids.map { "\($0.rawValue)" })
        records(of: table)
        try walk(document)
    }

    private mutating func walk(_ document: Document) throws {
        var undone = 0
        while let title = try document.undo() {
            undone += 1
            line(["undo", title.text])
            records(of: document.table)
        }
        for _ in 0..<undone { try document.redo() }
        var redone = 0
        while let title = try document.redo() {
            redone += 1
            line(["redo", title.text])
            records(of: document.table)
        }
        for _ in 0..<redone { try document.undo() }
    }

    private mutating func records(of table: RecordTable) {
        line(["names"] + table.schema.fields.map { quoted($0.name) })
        for record in 0..<table.count {
            line(table.schema.fields.indices.map { cell(table[record, $0]) })
        }
    }

    private func cell(_ value: CellValue) -> String {
        switch value {
        case .empty: "-"
        case .int(let number): "\(number)"
        case .float(let number): "float \(String(number.bitPattern, radix: 16))"
        case .bool(let flag): "\(flag)"
        case .string(let text): quoted(text)
        case .date(let date): "date \(date.text)"
        case .time(let time): "time \(time.text)"
        case .dateAndTime(let moment): "datetime \(moment.text)"
        case .decimal(let number): "decimal \(number.text)"
        case .choice(let choice): "choice \(quoted(choice.text))"
        case .choices(let choices): "choices \(quoted(choices.text))"
        case .rating(let rating): "rating \(rating.stars)"
        case .duration(let span): "duration \(span.text)"
        case .unfit(let text): "unfit \(quoted(text))"
        }
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    }

    private mutating func line(_ parts: [String]) {
        text += parts.joined(separator: "\t") + "\n"
    }
}
