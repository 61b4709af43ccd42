/// A condition that was checked for a schema: fields by their indexes, tests by the types of their fields.
indirect enum CheckedCondition: Sendable {
    case cell(field: Int, CellTest)
    case anywhere(AnywhereTest)
    case all([CheckedCondition])
    case any([CheckedCondition])
    case none([CheckedCondition])

    init(_ condition: Condition, for schema: Schema) throws(QueryError) {
        try self.init(condition, for: schema, depth: 0)
    }

    private init(_ condition: Condition, for schema: Schema, depth: Int) throws(QueryError) {
        guard depth <= Condition.depthLimit else { throw .tooDeep(limit: Condition.depthLimit) }
        func checked(_ members: [Condition]) throws(QueryError) -> [CheckedCondition] {
            try members.map { member throws(QueryError) in try Self(member, for: schema, depth: depth + 1) }
        }
        switch condition {
        case .cell(let cell):
            guard let index = schema.index(of: cell.field) else { throw .unknownField(cell.field) }
            self = .cell(field: index, try CellTest(cell, for: schema[index]))
        case .anywhere(let text, let ignored): self = .anywhere(AnywhereTest(text, ignoring: ignored))
        case .all(let members): self = .all(try checked(members))
        case .any(let members): self = .any(try checked(members))
        case .none(let members): self = .none(try checked(members))
        }
    }
}

/// What a cell must be, by the type of its field.
enum CellTest: Sendable {
    case empty
    case notEmpty
    case toFix
    case int(IntTest)
    case float(FloatTest)
    case bool(Bool)
    case text(TextTest)
    case pattern(PatternTest)

    init(_ condition: CellCondition, for field: FieldDefinition) throws(QueryError) {
        let comparison = condition.comparison
        guard Comparison.all(for: field.type).contains(comparison) else {
            throw .wrongComparison(comparison, field: field.name, type: field.type)
        }
        switch (comparison, condition.operand) {
        case (.empty, .nothing): self = .empty
        case (.notEmpty, .nothing): self = .notEmpty
        case (.toFix, .nothing): self = .toFix
        case (.matches, .text(let pattern, let ignored)):
            self = .pattern(try PatternTest(pattern, ignoring: ignored))
        default:
            guard let test = Self(comparing: comparison, with: condition.operand, type: field.type) else {
                throw .wrongOperand(comparison, field: field.name, type: field.type)
            }
            self = test
        }
    }

    /// A comparison that the type has, or `nil` if the operand is not for it.
    private init?(comparing comparison: Comparison, with operand: Operand, type: FieldType) {
        switch (type, operand) {
        case (.int, .int(let number)):
            guard let test = IntTest(comparison, number) else { return nil }
            self = .int(test)
        case (.int, .ints(let one, let other)) where comparison == .between:
            self = .int(IntTest(min(one, other)...max(one, other)))
        case (.float, .float(let number)) where number.isFinite:
            guard let test = FloatTest(comparison, number) else { return nil }
            self = .float(test)
        case (.float, .floats(let one, let other)) where one.isFinite && other.isFinite && comparison == .between:
            self = .float(FloatTest(min(one, other)...max(one, other)))
        case (.bool, .bool(let flag)) where comparison == .equal: self = .bool(flag)
        case (.string, .text(let text, let ignored)):
            guard let part = TextTest.Part(comparison) else { return nil }
            self = .text(TextTest(text, part, ignoring: ignored))
        default: return nil
        }
    }
}
