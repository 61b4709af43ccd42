import KirokuCore

/// A condition on one field, as the user fills it in.
public struct FindLine: Sendable, Hashable {
    /// The field to compare.
    public var field: FieldID
    /// The way to compare the cell.
    public var comparison: Comparison
    /// The text to compare with, as it was typed.
    public var text: String
    /// The other end of `Comparison.between`, as it was typed.
    public var otherText: String
    /// The differences between texts to ignore in this line; `nil` for those of the request.
    public var ignored: TextDifferences?
    /// What a cell may hold, instead of a comparison; `nil` for a comparison.
    public var list: FindList?

    /// Creates a line, which is checked only when it is used.
    public init(
        field: FieldID, comparison: Comparison, text: String = "", otherText: String = "",
        ignored: TextDifferences? = nil
    ) {
        self.field = field
        self.comparison = comparison
        self.text = text
        self.otherText = otherText
        self.ignored = ignored
    }

    /// Creates a line for a list.
    public init(field: FieldID, list: FindList) {
        self.init(field: field, comparison: .equal)
        self.list = list
    }

    /// Creates an empty line with the usual comparison for this field.
    public init(for field: FieldDefinition) {
        self.init(field: field.id, comparison: .usual(for: field.type))
    }

    /// Whether everything that the comparison needs is filled in.
    public var isFilledIn: Bool {
        if let list { return !list.contents.isEmpty }
        return switch comparison.operandCount {
        case 0: true
        case 1: !text.isEmpty
        default: !text.isEmpty && !otherText.isEmpty
        }
    }

    /// The same line for another field; a comparison that the field does not have is replaced by its usual one, and a
    /// list becomes an empty one.
    public func moved(to field: FieldDefinition) -> FindLine {
        var line = self
        line.field = field.id
        line.list?.removeAll()
        if !Comparison.all(for: field.type).contains(comparison) { line.comparison = FindLine(for: field).comparison }
        return line
    }
}

extension Comparison {
    /// The number of values that a cell is compared with.
    public var operandCount: Int {
        switch self {
        case .empty, .notEmpty, .toFix: 0
        case .between: 2
        default: 1
        }
    }
}

// MARK: To and from entries of an empty card

extension FindLine {
    /// The line that an entry stands for; `nil` for an empty entry, which requests nothing.
    ///
    /// | in a field for | entry | means |
    /// |---|---|---|
    /// | numbers and dates | `5` or `=5`, `<>5`, `<5`, `<=5`, `>5`, `>=5`, `1..5`, `5..`, `..5` | the comparisons |
    /// | true and false | `true` or `yes`, `false` or `no` | is |
    /// | text | `abc`, `=abc`, `abc*`, `*abc`, `/a.c/` | contains, is, starts with, ends with, matches |
    /// | text and a choice | `<abc`, `<=abc`, `>abc`, `>=abc` | the comparisons, by the order of sorting |
    /// | all | `=`, `<>`; except for text, `?` | is empty, is not empty, is to fix |
    ///
    /// Text that begins or ends with one of these signs is put in double quotation marks, which are doubled inside. The
    /// signs may be full-width.
    public init?(entry: String, for field: FieldDefinition) {
        guard let meaning = FindEntry.meaning(of: entry, for: field.type) else { return nil }
        self.init(
            field: field.id, comparison: meaning.comparison, text: meaning.text, otherText: meaning.otherText)
    }

    /// The entry that ``init(entry:for:)`` turns into the same line.
    ///
    /// Empty for a list, which no entry stands for.
    public var entry: String { list == nil ? FindEntry.text(for: (comparison, text, otherText)) : "" }
}

// MARK: To and from conditions

extension FindLine {
    /// Why the typed text cannot be compared with.
    enum Problem: Error {
        case noField
        case unfitting(String, UnfitReason)
        case query(QueryError)

        var message: String {
            switch self {
            case .noField: localized("One of the fields is no longer in the table. Choose another one.")
            case .unfitting(let text, let reason): reason.message(for: text)
            case .query(let error): error.message
            }
        }
    }

    /// The condition that the line stands for in a table with these fields; the line must be filled in.
    ///
    /// - Parameters:
    ///   - schema: the fields.
    ///   - usual: the differences to ignore unless the line has its own.
    func condition(for schema: Schema, ignoring usual: TextDifferences) throws(Problem) -> Condition {
        let ignored = ignored ?? usual
        guard let index = schema.index(of: field) else { throw .noField }
        if let list { return list.condition(on: schema[index]) }
        let operand: Operand
        switch comparison.operandCount {
        case 0: operand = .nothing
        case 1: operand = try value(of: text, type: schema[index].type, ignoring: ignored)
        default:
            let one = try value(of: text, type: schema[index].type, ignoring: ignored)
            let other = try value(of: otherText, type: schema[index].type, ignoring: ignored)
            operand = Operand(from: one, to: other)
        }
        let condition = Condition.test(field, comparison, operand)
        do {
            try condition.check(for: schema)
        } catch {
            throw .query(error)
        }
        return condition
    }

    private func value(
        of text: String, type: FieldType, ignoring ignored: TextDifferences
    ) throws(Problem) -> Operand {
        do {
            return try Operand(typed: text, for: type, ignoring: ignored)
        } catch {
            throw .unfitting(text, error)
        }
    }

    /// The line for the condition on one cell, or for a list; `nil` for any other condition, and for a field that does
    /// not exist.
    init?(_ condition: Condition, for schema: Schema) {
        if let (field, list) = FindList.read(condition, for: schema) {
            self.init(field: field, list: list)
            return
        }
        guard case .cell(let cell) = condition, schema.index(of: cell.field) != nil else { return nil }
        self.init(field: cell.field, comparison: cell.comparison)
        switch cell.operand {
        case .nothing: break
        case .value(let value): text = value.entryText ?? ""
        case .range(let one, let other): (text, otherText) = (one.entryText ?? "", other.entryText ?? "")
        case .text(let typed, let differences): (text, ignored) = (typed, differences)
        }
    }
}
