/// The content of a cell, as one entry in a list of all contents of a field.
///
/// Two values are the same content if a search treats them as equal: texts with the same code points, 12.5 and 12.50.
public enum CellContent: Sendable {
    /// A value of the field's type; of several choices, one of them or a few.
    case value(CellValue)
    /// Any value or unfit text.
    case filled
    /// Nothing.
    case empty
    /// Text that does not fit the field's type, or a value that breaks a rule.
    case toFix

    /// The content of a cell: a value, nothing, or something to fix.
    public init(of cell: CellValue) {
        self = cell == .empty ? .empty : cell.isUnfit ? .toFix : .value(cell)
    }

    /// The condition that a cell of a field has this content; with several choices, at least these.
    public func condition(on field: FieldDefinition) -> Condition {
        switch self {
        case .value(let value):
            .test(field.id, Self.comparison(for: field), field.type.kind.operand(value, ignoring: []))
        case .filled: .test(field.id, .notEmpty)
        case .empty: .test(field.id, .empty)
        case .toFix: .test(field.id, .toFix)
        }
    }

    /// The content for which ``condition(on:)`` returns this condition; `nil` for any other condition.
    public init?(_ condition: Condition, on field: FieldDefinition) {
        guard case .cell(let cell) = condition, cell.field == field.id else { return nil }
        switch (cell.comparison, cell.operand) {
        case (.notEmpty, .nothing): self = .filled
        case (.empty, .nothing): self = .empty
        case (.toFix, .nothing): self = .toFix
        case (Self.comparison(for: field), .value(let value)) where value.type == field.type: self = .value(value)
        case (Self.comparison(for: field), .text(let text, ignoring: [])) where field.type.isFoundByText:
            let value = CellValue(plain: text, of: field.type)
            guard value.type == field.type else { return nil }
            self = .value(value)
        default: return nil
        }
    }

    private static func comparison(for field: FieldDefinition) -> Comparison {
        field.type.holdsSeveral ? .hasAll : .equal
    }
}

extension CellContent: Hashable {
    /// Whether both are the same to a search.
    public static func == (left: CellContent, right: CellContent) -> Bool { left.identity == right.identity }

    /// Hashes what distinguishes contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    /// Equal Strings can differ in their code points.
    private var identity: [UInt8] {
        switch self {
        case .value(let value): [3] + (value.keyText ?? "").utf8
        case .filled: [2]
        case .empty: [1]
        case .toFix: [0]
        }
    }
}

// MARK: Words

extension CellContent {
    /// How it is listed, in the user's language: the value as its cell shows it, or “Empty”.
    public func caption(in field: FieldDefinition) -> String {
        switch self {
        case .value(let value): field.listedText(of: value)
        case .filled: field.isPicture ? localized("With a picture") : localized("Not empty")
        case .empty: field.isPicture ? localized("Without a picture") : localized("Empty")
        case .toFix: localized("To fix")
        }
    }
}
