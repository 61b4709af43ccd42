/// Conditions as people write them, for the command line and wherever one is typed.
extension Condition {
    /// Reads a condition such as `Rate >= 3.5 and not (Name contains "ab"i or Note is empty)`.
    ///
    /// ```text
    /// condition   = all-of { "or" all-of }
    /// all-of      = part { "and" part }
    /// part        = "not" part | "(" condition ")" | group | anywhere | test
    /// group       = ( "all" | "any" | "none" ) "(" [ condition { "," condition } ] ")"
    /// anywhere    = "any field contains" operand
    /// test        = field ( "is empty" | "is not empty" | "is to fix"
    ///                     | comparison operand
    ///                     | "between" operand "and" operand )
    /// comparison  = "=" | "is" | "!=" | "is not" | "<" | "<=" | ">" | ">="
    ///             | "contains" | "starts with" | "ends with" | "matches" | "=~"
    /// operand     = word | quoted flags | "/" regular expression "/" flags
    /// field       = word | quoted
    /// flags       = { "i" | "w" }
    /// ```
    ///
    /// A word has no blanks, parentheses or commas in it, as a field no operators and quotation marks either; what has is
    /// put in single or double quotation marks, which are doubled inside. The flags say that case (`i`) or width (`w`)
    /// does not count (see ``TextDifferences``). Words of the grammar may be written in capitals; `≠`, `≤`, `≥`, `==` and
    /// `<>` are understood, too.
    ///
    /// Fields are found by their names; if none has exactly that name, by a name that differs in case only. The condition
    /// is good for the table (see ``check(for:)``).
    ///
    /// - Parameters:
    ///   - text: the condition, in the grammar above.
    ///   - schema: the fields of the table.
    /// - Throws: ``ConditionTextError``, which says where.
    public init(text: String, for schema: Schema) throws(ConditionTextError) {
        var reader = ConditionTextReader(text, schema: schema)
        self = try reader.read()
    }

    /// The condition as text, from which ``init(text:for:)`` makes the same one again.
    ///
    /// - Throws: what ``check(for:)`` throws.
    public func text(for schema: Schema) throws(QueryError) -> String {
        try check(for: schema)
        return ConditionTextWriter(schema: schema).text(self)
    }
}
