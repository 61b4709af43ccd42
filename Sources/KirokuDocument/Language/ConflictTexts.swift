extension EditConflict {
    /// Why a cell is to be fixed, for the user.
    public var reasonText: String {
        let values = [
            "who": CommitAuthor.name(of: author), "own": Self.shown(own), "field": ShownText.short(fieldName),
        ]
        if let sentence { return refused(own: Self.shown(own), sentence) }
        switch reason {
        case .cellChanged:
            return localized("Conflicting edit: {own}. This cell was also changed by {who}.", values)
        case .recordGone where author == .hidden:
            return localized("This record is no longer visible to you; it was being edited here.")
        case .recordGone where author == .tooLong:
            return localized("This record has become too long to load; it was being edited here.")
        case .recordGone: return localized("This record was deleted by {who} while it was being edited here.", values)
        case .fieldGone:
            return localized("Conflicting edit: {own}. The field “{field}” was removed or has another type.", values)
        case .recordChanged: return localized("This record was deleted here and changed by {who}.", values)
        case .fieldChanged: return localized("The field “{field}” was changed here and by {who}.", values)
        }
    }

    /// Who has changed the same thing, and when: "Ann Lee with kiroku import, 10:32".
    public var who: String {
        let name = CommitAuthor.name(of: author)
        guard let time else { return name }
        return localized("{who}, {time}", ["who": name, "time": time.shortTime])
    }

    /// The values of both sides and the one before, for the user.
    ///
    /// - Parameter isShort: whether long values are shortened.
    public func sides(isShort: Bool) -> String {
        func shown(_ value: CellValue) -> String {
            guard let text = value.entryText else { return localized("empty") }
            return localized("“{text}”", ["text": isShort ? ShownText.short(text) : text])
        }
        let values = [
            "own": shown(own), "theirs": shown(theirs), "base": shown(base), "who": who,
            "field": ShownText.short(fieldName),
        ]
        if let sentence, lost == nil { return refused(own: shown(own), sentence) }
        switch reason {
        case .cellChanged:
            return localized("Yours: {own} · Theirs ({who}): {theirs} · Before: {base}", values)
        case .fieldGone: return localized("Yours: {own} · The field “{field}” was removed ({who})", values)
        case .recordGone:
            guard let lost else { return localized("Yours: {own} · The record was deleted ({who})", values) }
            let texts = lost.schema.fields.indices.compactMap { lost[0, $0].entryText }
            let text = texts.joined(separator: ", ")
            if let sentence { return refused(own: isShort ? ShownText.short(text) : text, sentence) }
            if author == .hidden {
                return localized(
                    "No longer visible to you, while it was being edited here: {record}",
                    ["record": isShort ? ShownText.short(text) : text])
            }
            if author == .tooLong {
                return localized(
                    "Too long to load, while it was being edited here: {record}",
                    ["record": isShort ? ShownText.short(text) : text])
            }
            return localized(
                "Deleted ({who}) while it was being edited here: {record}",
                ["who": who, "record": isShort ? ShownText.short(text) : text])
        case .recordChanged:
            return localized("Yours: record deleted · Theirs ({who}): “{field}” is {theirs}", values)
        case .fieldChanged:
            guard let sides else {
                return localized("Field “{field}” · Yours: {own} · Theirs ({who}): {theirs}", values)
            }
            return localized(
                "Field “{field}” · Yours: {own} · Theirs ({who}): {theirs}",
                values.merging(["own": sides.ownText, "theirs": sides.theirText]) { $1 })
        }
    }

    /// A value that a server has refused, with what the server says; or a value that the user decided not to send.
    private func refused(own: String, _ sentence: String) -> String {
        if author == .current { return localized("Not sent: {own} · {sentence}", ["own": own, "sentence": sentence]) }
        return localized("Refused by the server: {own} · {sentence}", ["own": own, "sentence": sentence])
    }

    /// The place of the conflict, and the values of both sides, for a list: "Record 3, “Name” – Yours: “Anna” · …".
    ///
    /// - Parameter table: the table as it is now.
    public func placeText(in table: RecordTable) -> String {
        guard let number = recordNumber(in: table) else { return sides(isShort: true) }
        let values = ["record": number, "field": ShownText.short(fieldName), "sides": sides(isShort: true)]
        return fieldName.isEmpty
            ? localized("Record {record} – {sides}", values)
            : localized("Record {record}, “{field}” – {sides}", values)
    }

    /// The value entered here, as text for copying; `nil` if there is none.
    public var ownText: String? {
        if let sides { return sides.ownText }
        guard let lost else { return own.entryText }
        return lost.schema.fields.indices.map { lost[0, $0].entryText ?? "" }.joined(separator: "\t")
    }

    /// A conflict of a merge, which leaves this table's value, for the user: "Record 3, “Name”: here “Anna”, there “Ann
    /// B.”".
    ///
    /// - Parameter table: the table here.
    public func mergeText(in table: RecordTable) -> String {
        let values = [
            "field": ShownText.short(fieldName), "own": Self.shown(own), "theirs": Self.shown(theirs),
            "record": recordNumber(in: table) ?? "",
        ]
        switch reason {
        case .cellChanged: return localized("Record {record}, “{field}”: here {own}, there {theirs}", values)
        case .fieldChanged:
            let texts = sides.map { ["own": $0.ownText, "theirs": $0.theirText] } ?? [:]
            return localized("The field “{field}”: here {own}, there {theirs}", values.merging(texts) { $1 })
        case .recordGone: return localized("A record that was deleted here, “{field}”: there {theirs}", values)
        case .fieldGone: return localized("The field “{field}”, which was removed here: there {theirs}", values)
        case .recordChanged:
            return localized("Record {record} was deleted there; here “{field}” is {own}", values)
        }
    }

    /// The cells that undo or redo left unchanged, for the user.
    ///
    /// For example: “Price was changed elsewhere in the meantime and was not replaced.”
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
            return localized("{field} was changed elsewhere in the meantime and was not replaced.", ["field": names[0]])
        }
        return localized(
            "{fields} were changed elsewhere in the meantime and were not replaced.",
            ["fields": names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")])
    }

    /// All conflicts as tab-separated text with a line of headings, without shortening any value.
    public static func list(_ conflicts: [EditConflict], in table: RecordTable) -> String {
        var lines = [[localized("Record"), localized("Field"), localized("Here"), localized("There")]]
        for conflict in conflicts {
            lines.append([
                conflict.recordNumber(in: table) ?? "", conflict.fieldName, conflict.ownText ?? "",
                conflict.sides?.theirText ?? conflict.theirs.entryText ?? "",
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

extension FieldSides {
    /// What was wanted here, for the user: "Name → Title".
    var ownText: String { text(of: own, besides: theirs) }

    /// What the field is on the other side, for the user.
    var theirText: String { text(of: theirs, besides: own) }

    /// What differs in a field from its base and from the other side.
    private func text(of field: FieldDefinition?, besides other: FieldDefinition?) -> String {
        guard let field else { return localized("removed") }
        func isOther<Value: Equatable>(_ value: KeyPath<FieldDefinition, Value>) -> Bool {
            field[keyPath: value] != base[keyPath: value] && field[keyPath: value] != other?[keyPath: value]
        }
        func step(_ old: String, _ new: String) -> String {
            localized("{old} → {new}", ["old": ShownText.short(old), "new": ShownText.short(new)])
        }
        var parts: [String] = []
        if isOther(\.name) { parts.append(step(base.name, field.name)) }
        if isOther(\.type) { parts.append(step(base.type.name, field.type.name)) }
        if isOther(\.isPicture), field.type == base.type {
            parts.append(field.isPicture ? localized("pictures") : localized("no pictures"))
        }
        if isOther(\.numberFormat) { parts.append(localized("another number format")) }
        if isOther(\.options) { parts.append(localized("other choices")) }
        if isOther(\.rules) { parts.append(localized("other rules")) }
        if isOther(\.initialSource) || isOther(\.initialValue) && field.type == base.type {
            parts.append(localized("another default value"))
        }
        // If both sides have restored the field, the base is its current definition.
        if field == base, other?.type == field.type { return ShownText.short(field.name) }
        return parts.isEmpty ? localized("other values") : parts.joined(separator: localized(", "))
    }
}
