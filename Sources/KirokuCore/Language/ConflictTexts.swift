extension EditConflict {
    /// Both edits, for the user: "Record 3, “Name”: here “Anna”, there “Ann B.”".
    ///
    /// - Parameter table: the table as it is now.
    public func text(in table: RecordTable) -> String {
        let values = [
            "field": ShownText.short(fieldName), "own": Self.shown(own), "theirs": Self.shown(theirs),
            "record": recordNumber(in: table) ?? "",
        ]
        switch reason {
        case .cellChanged: return localized("Record {record}, “{field}”: here {own}, there {theirs}", values)
        case .recordGone: return localized("A record that is gone, “{field}”: here {own}", values)
        case .fieldGone: return localized("The field “{field}”, which is gone: here {own}", values)
        case .recordChanged:
            return localized("Record {record} was deleted here; there “{field}” is {theirs}", values)
        case .fieldChanged where own == .empty:
            return localized("The field “{field}” was removed here, and changed there", values)
        case .fieldChanged: return localized("The field “{field}”: here {own}, there {theirs}", values)
        }
    }

    /// What a merge leaves as it is here, for the user: "Record 3, “Name”: here “Anna”, there “Ann B.”".
    ///
    /// - Parameter table: the table here.
    public func mergeText(in table: RecordTable) -> String {
        let values = [
            "field": ShownText.short(fieldName), "own": Self.shown(own), "theirs": Self.shown(theirs),
            "record": recordNumber(in: table) ?? "",
        ]
        switch reason {
        case .cellChanged, .fieldChanged: return text(in: table)
        case .recordGone: return localized("A record that is gone here, “{field}”: there {theirs}", values)
        case .fieldGone: return localized("The field “{field}”, which is gone here: there {theirs}", values)
        case .recordChanged:
            return localized("Record {record} was deleted there; here “{field}” is {own}", values)
        }
    }

    /// The cells that undo or redo left unchanged, for the user.
    ///
    /// For example: “Price has been changed elsewhere since; it was left as it is.”
    public static func changedElsewhere(_ conflicts: [EditConflict], in table: RecordTable?) -> String {
        var names: [String] = []
        for conflict in conflicts {
            let record = conflict.record.flatMap { table?.index(of: $0) }.map { index in
                localized("Record {number}", ["number": localizedNumber(index + 1)])
            }
            let field = ShownText.short(conflict.fieldName)
            let name = field.isEmpty ? record ?? localized("A record") : field
            if !names.contains(name) { names.append(name) }
        }
        guard names.count != 1 else {
            return localized("{field} has been changed elsewhere since; it was left as it is.", ["field": names[0]])
        }
        return localized(
            "{fields} have been changed elsewhere since; they were left as they are.",
            ["fields": names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")])
    }

    /// All conflicts as tab-separated text with a line of headings, without shortening any value.
    public static func list(_ conflicts: [EditConflict], in table: RecordTable) -> String {
        var lines = [[localized("Record"), localized("Field"), localized("Here"), localized("There")]]
        for conflict in conflicts {
            lines.append([
                conflict.recordNumber(in: table) ?? "", conflict.fieldName, conflict.own.entryText ?? "",
                conflict.theirs.entryText ?? "",
            ])
        }
        return lines.map { $0.map(quoted).joined(separator: "\t") }.joined(separator: "\n") + "\n"
    }

    private func recordNumber(in table: RecordTable) -> String? {
        record.flatMap { table.index(of: $0) }.map { localizedNumber($0 + 1) }
    }

    private static func shown(_ value: CellValue) -> String {
        guard let text = value.entryText else { return localized("empty") }
        return localized("“{text}”", ["text": ShownText.short(text)])
    }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { $0 == "\t" || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
