extension RecordTable {
    /// The indexes of the fields in which a record matches a condition, ascending.
    ///
    /// These are the fields whose cells pass a test, or contain the text of a search in any field; tests that must not
    /// hold contribute none. Empty if the condition is not for these fields. Costs a little more than testing one
    /// record.
    ///
    /// - Parameters:
    ///   - condition: the condition that was met.
    ///   - record: the record's index, which must be in range.
    public func fields(matching condition: Condition, inRecord record: Int) -> [Int] {
        guard let checked = try? CheckedCondition(condition, for: schema),
            let one = try? records(at: RecordIndexes(record))
        else { return [] }
        var fields: Set<Int> = []
        checked.collectFields(in: &fields, of: one)
        return fields.sorted()
    }
}

extension CheckedCondition {
    /// Adds the fields that pass a test in a table of one record.
    fileprivate func collectFields(in fields: inout Set<Int>, of table: RecordTable) {
        switch self {
        case .cell(let field, _):
            var matcher = ConditionMatcher(self, for: table)
            if matcher.words(0..<1) != [0] { fields.insert(field) }
        case .anywhere(let test):
            for field in table.schema.fields.indices {
                var words: [UInt64] = [1]
                AnywhereMatcher(test, in: table, fields: [field]).limit(&words, from: 0)
                if words != [0] { fields.insert(field) }
            }
        case .all(let members), .any(let members):
            for member in members { member.collectFields(in: &fields, of: table) }
        case .none: break
        }
    }
}
