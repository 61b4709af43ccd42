import KirokuCore

/// The texts of an entry of the history.
struct HistoryLines {
    /// The field, or the kind of change.
    let title: String
    /// The old and the new value.
    let change: String
    let who: String
    let when: String

    init(_ entry: HistoryEntry, in table: RecordTable) {
        if let cell = entry.cell {
            title = ShownText.short(cell.fieldName)
            let field = table.schema.index(of: cell.field).map { table.schema[$0] }
            func shown(_ value: CellValue) -> String {
                let text = value.shownText(in: field?.numberFormat ?? .asTyped) ?? ""
                return text.isEmpty ? localized("(empty)") : ShownText.short(text)
            }
            change =
                entry.isTypedOver
                ? localized("{text}: conflicting edit, overwritten or discarded", ["text": shown(cell.new)])
                : localized("{old} → {new}", ["old": shown(cell.old), "new": shown(cell.new)])
        } else if let done = entry.title {
            title = done.text
            change = entry.isKept || entry.isTypedOver ? "" : localized("The change was too large to be recorded.")
        } else {
            title = localized("Another program changed the file")
            change = localized("Its changes were not recorded.")
        }
        when = entry.time.map { LocalTime($0).localizedText } ?? ""
        if let author = entry.author {
            who = author.person.isEmpty ? author.shownProgram : "\(author.person) · \(author.program)"
        } else {
            who = entry.title == nil ? "" : localized("another program")
        }
    }
}
