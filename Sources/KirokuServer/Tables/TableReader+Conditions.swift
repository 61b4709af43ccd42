import KirokuCore

/// Reading the conditions and default values of a table.
extension TableReader {
    /// The column types, limited by the conditions of the table and of the domains of its columns.
    func limited(
        _ facts: [ColumnFacts], _ labels: [String: [String]], _ table: String?
    ) throws(ServerError) -> [ColumnTypes] {
        let rows = try table.map { (table) throws(ServerError) in try line.rows(Self.conditionQuery, [table]) } ?? []
        let conditions = rows.compactMap { row in
            row[1].flatMap { ConstraintText($0) }.map { (column: row[0], condition: $0) }
        }
        return facts.map { facts in
            var type = ColumnTypes(serverType(facts.row, labels))
            guard !conditions.isEmpty, let owner = facts.owner else { return type }
            var rules = ConstraintRules(nil, type)
            for (column, condition) in conditions where column == owner[Column.number] { rules.add(condition) }
            rules = ConstraintRules(owner[Column.name] ?? "", after: rules)
            for (column, condition) in conditions where column == nil { rules.add(condition) }
            type.take(rules)
            return type
        }
    }

    /// The conditions of domains, with the column that uses the domain, followed by those of the table.
    static let conditionQuery = """
        WITH RECURSIVE bases AS (
          SELECT a.attnum, t.oid, t.typtype, t.typbasetype
          FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype = 'd'
          UNION ALL
          SELECT b.attnum, t.oid, t.typtype, t.typbasetype
          FROM bases b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype WHERE b.typtype = 'd')
        SELECT b.attnum, pg_catalog.pg_get_constraintdef(c.oid), 0, c.conname
        FROM bases b JOIN pg_catalog.pg_constraint c ON c.contypid = b.oid WHERE c.contype = 'c'
        UNION ALL
        SELECT NULL, pg_catalog.pg_get_constraintdef(c.oid), 1, c.conname FROM pg_catalog.pg_constraint c
        WHERE c.conrelid = $1::pg_catalog.oid AND c.contype = 'c'
        ORDER BY 3, 4, 1
        """

    /// The initial value, if the column's default is a constant.
    func initial(_ facts: ColumnFacts, _ column: ServerColumn) -> CellValue {
        guard column.isInsertable, column.reading != .inZone, let text = facts.defaultText,
            let constant = ConstraintText(text)?.constant
        else { return .empty }
        let value = CellValue(plain: constant, of: column.type)
        return value.isUnfit ? .empty : column.asHeld(value) ?? value
    }

    func rules(_ rules: FieldRules, _ column: ServerColumn, isUnique: Bool) -> FieldRules {
        var rules = rules
        rules.isRequired =
            (rules.isRequired || column.isRequired) && !column.hasDefault && !column.isAlwaysGenerated
        if isUnique { rules.uniqueWith = [] }
        return rules
    }

    /// The choices, deterministic so that two readings of a table are equal.
    static func options(_ values: [String]) -> [ChoiceOption] {
        values.enumerated().map { ChoiceOption(id: $0 + 1, text: $1) }
    }

    func defined(
        _ schema: Schema, _ rules: [FieldRules], _ options: [[ChoiceOption]], _ initial: [CellValue], listed: [Bool]
    ) throws(ServerError) -> Schema {
        let fields = schema.fields.indices.map { index in
            var rules = rules[index]
            rules.isAmongOptions = listed[index]
            let field = schema[index].with(rules).with(initialValue: initial[index])
            return field.offersOptions ? field.with(options[index]) : field
        }
        do throws(TableError) {
            return try Schema(fields: fields, nextFieldID: schema.nextFieldID)
        } catch {
            throw unintelligible
        }
    }
}
