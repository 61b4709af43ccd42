/// Which fields came from one another by retyping.
///
/// A field that gets another type also gets a new identifier, and undo restores the old one. Whatever refers to a
/// field, such as a sort rule, applies to the field of the same line that is in the table.
package struct FieldLineage: Sendable, Hashable {
    /// For each field that is not the first of its line, that first field.
    private(set) var origins: [FieldID: FieldID] = [:]

    init() {}

    /// From pairs of a field and its origin, as they are stored.
    init(origins: [FieldID: FieldID]) {
        self.origins = origins.filter { $0.key != $0.value }
    }

    /// Records that `new` has replaced `old`.
    package mutating func add(_ new: FieldID, inPlaceOf old: FieldID) {
        let origin = origin(of: old)
        if self.origin(of: new) != origin { origins[new] = origin }
    }

    /// The field of the same line that is among `fields`; `nil` if there is none.
    func current(of id: FieldID, among fields: [FieldDefinition]) -> FieldDefinition? {
        if let same = fields.first(where: { $0.id == id }) { return same }
        let origin = origin(of: id)
        return fields.first { self.origin(of: $0.id) == origin }
    }

    private func origin(of id: FieldID) -> FieldID { origins[id] ?? id }
}

extension [SortRule] {
    /// The rules for the current fields; those for a field that was removed are left out.
    func current(in lines: FieldLineage, among fields: [FieldDefinition]) -> [SortRule] {
        compactMap { rule in
            guard let field = lines.current(of: rule.field, among: fields) else { return nil }
            var rule = rule
            rule.field = field.id
            return rule
        }
    }
}

extension Condition {
    /// The condition for the current fields: those of the same line, with operands converted to their types.
    ///
    /// A test without a field, or whose operand cannot be converted, stays as it is; ``check(for:)`` reports it.
    func current(in lines: FieldLineage, among fields: [FieldDefinition]) -> Condition {
        func current(_ members: [Condition]) -> [Condition] { members.map { $0.current(in: lines, among: fields) } }
        switch self {
        case .anywhere: return self
        case .all(let members): return .all(current(members))
        case .any(let members): return .any(current(members))
        case .none(let members): return .none(current(members))
        case .cell(var cell):
            guard let field = lines.current(of: cell.field, among: fields), field.id != cell.field else { return self }
            cell.field = field.id
            cell.operand = cell.operand.converted(to: field.type)
            return .cell(cell)
        }
    }
}

extension Operand {
    /// The operand converted for a field of `type`; unchanged if that is impossible.
    fileprivate func converted(to type: FieldType) -> Operand {
        func operand(_ value: CellValue) -> Operand? {
            value.converted(to: type).operand
        }
        switch self {
        case .nothing: return self
        case .value(let value): return operand(value) ?? self
        case .text(let text, let ignored):
            return type.isFoundByText ? .text(text, ignoring: ignored) : operand(.string(text)) ?? self
        case .range(let one, let other):
            guard let one = operand(one), let other = operand(other), case .value = one else { return self }
            return Operand(from: one, to: other)
        }
    }
}
