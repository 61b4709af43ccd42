import KirokuCore

/// The differences between two tables, as lines to read or as a table.
struct ComparisonText {
    private let comparison: TableComparison
    private let one: RecordTable
    private let two: RecordTable

    init(_ comparison: TableComparison, _ one: RecordTable, _ two: RecordTable) {
        self.comparison = comparison
        self.one = one
        self.two = two
    }

    /// A line for each record that differs, as those of diff(1): `<` is only in the first table, `>` only in the
    /// second, `|` differs; and a last line with their numbers.
    var lines: String {
        var lines: [String] = []
        for field in comparison.fieldsOnlyHere { lines.append("< " + fieldLine(one.schema[field].name)) }
        for field in comparison.fieldsOnlyThere { lines.append("> " + fieldLine(two.schema[field].name)) }
        for step in steps {
            switch step {
            case .removed(let record): lines.append("< " + recordLine(record, of: one))
            case .added(let record): lines.append("> " + recordLine(record, of: two))
            case .changed(let difference): lines.append("| " + changeLine(difference))
            }
        }
        lines.append(
            localized(
                "{removed} only in the first, {added} only in the second, {changed} different, {same} the same",
                [
                    "removed": comparison.onlyHere.count, "added": comparison.onlyThere.count,
                    "changed": comparison.different.count, "same": comparison.sameCount,
                ].mapValues { localizedNumber($0) }))
        return lines.joined(separator: "\n") + "\n"
    }

    /// A record for each cell that differs: what happened, the number of the record in both tables, its field, and the
    /// values.
    func table() throws(CommandFailure) -> RecordTable {
        do throws(TableError) {
            var table = try RecordTable(
                fieldNames: ["change", "record", "other", "field", "before", "after"],
                fieldTypes: [.string, .int, .int, .string, .string, .string])
            for step in steps {
                switch step {
                case .removed(let record):
                    for field in one.schema.fields.indices where one.isFilled(record, field) {
                        try table.addRecord(
                            cells("removed", record, nil, one.schema[field].name, one[record, field], .empty))
                    }
                case .added(let record):
                    for field in two.schema.fields.indices where two.isFilled(record, field) {
                        try table.addRecord(
                            cells("added", nil, record, two.schema[field].name, .empty, two[record, field]))
                    }
                case .changed(let difference):
                    for match in difference.fields {
                        let field = comparison.matches[match].field
                        try table.addRecord(
                            cells(
                                "changed", difference.record, difference.other, one.schema[field].name,
                                one[difference.record, field],
                                comparison.value(ofOther: match, at: difference.other)))
                    }
                }
            }
            return table
        } catch {
            throw CommandFailure(error.message)
        }
    }

    private enum Step {
        case removed(Int)
        case added(Int)
        case changed(TableComparison.Difference)
    }

    /// All steps: those of the first table in its order, and then what is only in the second.
    private var steps: [Step] {
        var steps: [Step] = []
        var removed = comparison.onlyHere[...]
        for difference in comparison.different {
            while let record = removed.first, record < difference.record {
                steps.append(.removed(record))
                removed = removed.dropFirst()
            }
            steps.append(.changed(difference))
        }
        return steps + removed.map { .removed($0) } + comparison.onlyThere.map { .added($0) }
    }

    private func cells(
        _ change: String, _ record: Int?, _ other: Int?, _ field: String, _ before: CellValue, _ after: CellValue
    ) -> [CellValue] {
        [.string(change), record.map { .int($0 + 1) } ?? .empty, other.map { .int($0 + 1) } ?? .empty, .string(field)]
            + [before, after].map { value in value.plainText.map { .string($0) } ?? .empty }
    }

    private func fieldLine(_ name: String) -> String {
        localized("Field “{field}”", ["field": TextColumns.inOneLine(ShownText.short(name))])
    }

    private func recordLine(_ record: Int, of table: RecordTable) -> String {
        let texts = table.schema.fields.indices.lazy.filter { table.isFilled(record, $0) }.prefix(4).map {
            Self.shown(table[record, $0])
        }
        return "\(localizedNumber(record + 1)): " + texts.joined(separator: " · ")
    }

    private func changeLine(_ difference: TableComparison.Difference) -> String {
        let name = one.schema.fields.indices.first { one.isFilled(difference.record, $0) }
        let changes = difference.fields.map { match in
            let field = comparison.matches[match].field
            let after = comparison.value(ofOther: match, at: difference.other)
            return
                "\(ShownText.short(one.schema[field].name)): \(Self.shown(one[difference.record, field])) → \(Self.shown(after))"
        }
        return "\(localizedNumber(difference.record + 1)): "
            + (name.map { Self.shown(one[difference.record, $0]) } ?? "") + " · " + changes.joined(separator: "; ")
    }

    private static func shown(_ value: CellValue) -> String {
        value.plainText.map { TextColumns.inOneLine(ShownText.short($0)) } ?? "∅"
    }
}
