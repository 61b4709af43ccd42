/// Conditions as people write them, on the command line and elsewhere.
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
    ///                     | "between" operand "and" operand
    ///                     | [ "not" ] "in" "(" operand { "," operand } ")" )
    /// comparison  = "=" | "is" | "!=" | "is not" | "<" | "<=" | ">" | ">="
    ///             | "contains" | "starts with" | "ends with" | "matches" | "=~"
    /// operand     = word | quoted flags | "/" regular expression "/" flags
    /// field       = word | quoted
    /// flags       = { "i" | "w" }
    /// ```
    ///
    /// A word contains no blanks, parentheses or commas and, as a field, no operators or quotation marks; other texts
    /// are put in single or double quotation marks, which are doubled inside. The flags say that case (`i`) or width
    /// (`w`) is ignored (see ``TextDifferences``). Words of the grammar may be in upper case; `≠`, `≤`, `≥`, `==` and
    /// `<>` are also accepted.
    ///
    /// Fields are found by their exact names or, if there is none, by a name that differs only in case. The condition
    /// is valid for the table (see ``check(for:)``).
    ///
    /// - Parameters:
    ///   - text: the condition, in the grammar above.
    ///   - schema: the fields of the table.
    /// - Throws: ``ConditionTextError``, which says where.
    public init(text: String, for schema: Schema) throws(ConditionTextError) {
        var reader = ConditionTextReader(text, schema: schema)
        self = try reader.read()
    }

    /// The texts of a condition that may be names of fields, including operands; `nil` if it asks about all fields.
    ///
    /// - Parameter text: a condition, in the same grammar.
    package static func possibleFieldNames(in text: String) -> [String]? {
        var scanner = ConditionTextScanner(text)
        var names: [String] = []
        scanner.skipBlanks()
        while !scanner.isAtEnd {
            if scanner.takeWords(["any", "field", "contains"]) { return nil }
            let quoted: String?
            do {
                quoted = try scanner.quoted()
            } catch {
                return nil
            }
            if let name = quoted ?? scanner.word() { names.append(name) } else { scanner.skipSign() }
            scanner.skipBlanks()
        }
        return names
    }

    /// The condition as text, which ``init(text:for:)`` reads back.
    ///
    /// - Throws: what ``check(for:)`` throws.
    public func text(for schema: Schema) throws(QueryError) -> String {
        try check(for: schema)
        return ConditionTextWriter(schema: schema).text(self)
    }
}
