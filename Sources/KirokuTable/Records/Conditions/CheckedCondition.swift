/// A condition that was checked for a schema: fields by their indexes, tests by the types of their fields.
package indirect enum CheckedCondition: Sendable {
    case cell(field: Int, CellTest)
    case anywhere(AnywhereTest)
    case all([CheckedCondition])
    case any([CheckedCondition])
    case none([CheckedCondition])

    package init(_ condition: Condition, for schema: Schema) throws(QueryError) {
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

extension Condition {
    /// Whether it compares records with one another: a value may need fixing only because another record has it, too.
    package func comparesRecords(of schema: Schema) -> Bool {
        switch self {
        case .cell(let cell):
            cell.comparison == .toFix && schema.fields.contains { $0.id == cell.field && $0.rules.uniqueWith != nil }
        case .anywhere: false
        case .all(let members), .any(let members), .none(let members):
            members.contains { $0.comparesRecords(of: schema) }
        }
    }
}

/// A test of a cell.
package enum CellTest: Sendable {
    case empty
    case notEmpty
    case toFix
    case value(ValueTest)

    /// Makes a matcher for the values of a column, for one thread; `nil` if the column is of another type.
    typealias Matching = @Sendable (_ column: Column, _ budget: MatchBudget) -> WordMatcher?

    init(_ condition: CellCondition, for field: FieldDefinition) throws(QueryError) {
        let comparison = condition.comparison
        guard field.type.kind.comparisons.contains(comparison) else {
            throw .wrongComparison(comparison, field: field.name, type: field.type)
        }
        switch (comparison, condition.operand) {
        case (.empty, .nothing): self = .empty
        case (.notEmpty, .nothing): self = .notEmpty
        case (.toFix, .nothing): self = .toFix
        default:
            guard let test = try field.type.kind.test(comparison, condition.operand, in: field) else {
                throw .wrongOperand(comparison, field: field.name, type: field.type)
            }
            self = .value(test)
        }
    }
}

/// A test of the values of a field: in a column, and in a document's file.
package struct ValueTest: Sendable {
    let matching: CellTest.Matching
    /// How SQLite can find values that pass in a document's file; `nil` if it cannot.
    let stored: StoredTest?

    init(_ matching: @escaping CellTest.Matching, stored: StoredTest? = nil) {
        self.matching = matching
        self.stored = stored
    }
}

extension CellTest {
    /// How SQLite can find cells that pass in a document's file; `nil` if it cannot.
    package var stored: StoredTest? {
        switch self {
        case .empty: StoredTest(.empty, certainty: .empty)
        case .notEmpty: StoredTest(.filled, certainty: .filled)
        case .toFix: nil
        case .value(let test): test.stored
        }
    }
}
