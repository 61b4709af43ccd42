/// What two have made of one field.
public struct FieldSides: Sendable, Hashable {
    /// The field before either of them.
    public let base: FieldDefinition
    /// What was wanted here; `nil` if it was to be removed.
    public let own: FieldDefinition?
    /// What it is now; `nil` if it is gone.
    public internal(set) var theirs: FieldDefinition?

    /// The same as the other one sees it.
    var turned: FieldSides { FieldSides(base: base, own: theirs, theirs: own) }

    /// The field as it is now, with all that was wanted here, and what only the other one has changed; `nil` if it was to
    /// be removed, or is gone.
    ///
    /// - Parameters:
    ///   - fields: all fields that are there.
    ///   - id: what it is known by, if it gets another type.
    package func wanted(besides fields: [FieldDefinition], retypedAs id: FieldID? = nil) -> FieldDefinition? {
        guard let own, let theirs else { return nil }
        return own.changed(
            from: base, to: theirs, besides: fields.filter { $0.id != theirs.id },
            as: newType == nil ? theirs.id : id ?? theirs.id)
    }

    /// Follows the table: what the field is now, wherever it has come from.
    func followed(to schema: Schema, _ field: FieldID) -> FieldSides {
        var sides = self
        sides.theirs = schema.index(of: field).map { schema[$0] }
        return sides
    }

    /// Whether there is nothing to resolve: the field is, but for the order of its choices, what was wanted here.
    func isDecided(in schema: Schema) -> Bool {
        guard let theirs else { return own == nil }
        guard newType == nil, let wanted = wanted(besides: schema.fields) else { return false }
        return Set(wanted.options) == Set(theirs.options) && wanted.with(theirs.options) == theirs
    }
}

extension EditConflict {
    /// What takes long of a decision, worked out in the background: a pass over each field that gets another type by it.
    @concurrent
    public static func conversions(
        for conflicts: [EditConflict], as decision: ConflictDecision, in table: RecordTable
    ) async -> [TypeConversion] {
        guard decision == .mine else { return [] }
        return conflicts.compactMap { conflict in
            guard let type = conflict.sides?.newType, let field = conflict.sides?.theirs?.id,
                let index = table.schema.index(of: field)
            else { return nil }
            return try? TypeConversion(index, of: table, to: type)
        }
    }

    /// Whether ``conversions(for:as:in:)`` has something to do.
    public func isConverting(by decision: ConflictDecision) -> Bool { decision == .mine && sides?.newType != nil }
}

extension FieldSides {
    /// The change that makes the field what was wanted here.
    ///
    /// - Parameter conversion: to another type, of this table; `nil` to work it out now, which costs a pass over the field.
    package func change(
        in table: RecordTable, _ conversion: TypeConversion?
    ) throws(TableError) -> Change? {
        guard let theirs, let index = table.schema.index(of: theirs.id) else { return nil }
        var fields = table.schema.fields
        guard own != nil else {
            fields.remove(at: index)
            return try .changeFields(to: fields, in: table)
        }
        let new = newType == nil ? theirs.id : table.schema.newFieldID()
        guard let wanted = wanted(besides: fields, retypedAs: new) else { return nil }
        fields[index] = wanted
        guard let newType else { return try .changeFields(to: fields, in: table) }
        let converted = if let conversion { conversion } else { try TypeConversion(index, of: table, to: newType) }
        return try .changeFields(
            to: fields, inserting: [try converted.contents(id: new).defined(as: wanted)],
            replacing: [FieldReplacement(old: theirs.id, new: new)], in: table)
    }

    /// The type that the field's cells are converted to if it becomes what was wanted here; `nil` if they stay.
    var newType: FieldType? {
        guard let own, let theirs, own.type != base.type, own.type != theirs.type else { return nil }
        return own.type
    }
}
