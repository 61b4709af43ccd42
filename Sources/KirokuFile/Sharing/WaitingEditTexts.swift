extension WaitingEdits {
    /// The edits for the user: for each one, who has made it, where and when, and a line for each cell or record.
    ///
    /// - Parameters:
    ///   - table: the table as it is now.
    ///   - limit: the largest number of lines; the last one then tells how many more there are.
    public func lines(in table: RecordTable, atMost limit: Int) -> [String] {
        var lines: [String] = []
        var rest = 0
        for commit in commits {
            for line in [commit.makerText] + commit.texts(in: table, atMost: limit) {
                if lines.count < limit { lines.append(line) } else { rest += 1 }
            }
        }
        guard rest > 0 else { return lines }
        return lines + [localized("and {count} more", "and {count} more", count: rest)]
    }
}

extension QueuedCommit {
    /// "Ann Lee with Kiroku, on ann-laptop, 10:32": as recorded in the edit, which may be false.
    fileprivate var makerText: String {
        let who = ShownText.short(
            author.person.isEmpty
                ? author.program
                : localized("{person} with {program}", ["person": author.person, "program": author.program]))
        guard let place else { return localized("{who}, {time}", ["who": who, "time": time.shortTime]) }
        return localized(
            "{who}, on {computer}, {time}",
            ["who": who, "computer": ShownText.short(place), "time": time.shortTime])
    }

    fileprivate func texts(in table: RecordTable, atMost limit: Int) -> [String] {
        if let picture {
            return [localized("Adds the picture “{name}”", ["name": ShownText.short(picture)])]
        }
        return change.flattened.flatMap { part -> [String] in
            switch part {
            case .setCells(let cells): return cells.prefix(limit).map { $0.text(in: table) }
            case .insertRecords(let records): return records.texts(limit) { localized("Adds the record {texts}", $0) }
            case .deleteRecords(let records):
                return records.texts(limit) { localized("Deletes the record {texts}", $0) }
            case .setPlaces(let places):
                return [localized("Moves {count} record", "Moves {count} records", count: places.count)]
            case .changeFields(let change):
                let names = change.schema.fields.map { ShownText.short($0.name) }.joined(separator: ", ")
                return [localized("Changes the fields: {names}", ["names": names])]
            case .sequence: return []
            }
        }
    }
}

extension CellChange {
    fileprivate func text(in table: RecordTable) -> String {
        func shown(_ value: CellValue) -> String {
            guard let text = value.entryText else { return localized("empty") }
            return localized("“{text}”", ["text": ShownText.short(text)])
        }
        let name = table.schema.index(of: field).map { ShownText.short(table.schema[$0].name) } ?? "–"
        let number = table.index(of: record).map { localizedNumber($0 + 1) } ?? "–"
        return localized(
            "Record {record}, “{field}”: {old} → {new}",
            ["record": number, "field": name, "old": shown(base), "new": shown(value)])
    }
}

extension RecordTable {
    fileprivate func texts(_ limit: Int, _ text: ([String: String]) -> String) -> [String] {
        ids.indices.prefix(limit).map { record in
            let cells = schema.fields.indices.compactMap { self[record, $0].entryText }
            return text(["texts": cells.isEmpty ? "–" : ShownText.short(cells.joined(separator: ", "))])
        }
    }
}
