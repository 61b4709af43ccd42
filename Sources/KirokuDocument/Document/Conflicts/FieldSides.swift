/// A field that two sides have changed.
public struct FieldSides: Sendable, Hashable {
    /// The field before either of them.
    public let base: FieldDefinition
    /// What was wanted here; `nil` if it was to be removed.
    public let own: FieldDefinition?
    /// What it is now; `nil` if it is gone.
    public internal(set) var theirs: FieldDefinition?

    /// The same from the other side.
    var turned: FieldSides { FieldSides(base: base, own: theirs, theirs: own) }

    /// The current field with all changes wanted here, and with those that only the other side has made; `nil` if it
    /// was to be removed, or is gone.
    ///
    /// - Parameters:
    ///   - fields: all fields of the table.
    ///   - id: its new identity, if it gets another type.
    package func wanted(besides fields: [FieldDefinition], retypedAs id: FieldID? = nil) -> FieldDefinition? {
        guard let own, let theirs else { return nil }
        return own.changed(
            from: base, to: theirs, besides: fields.filter { $0.id != theirs.id },
            as: newType == nil ? theirs.id : id ?? theirs.id)
    }

    /// The same sides, with ``theirs`` updated from the table, whatever has changed the field.
    func followed(to schema: Schema, _ field: FieldID) -> FieldSides {
        var sides = self
        sides.theirs = schema.index(of: field).map { schema[$0] }
        return sides
    }

    /// Whether there is nothing left to resolve: apart from the order of its choices, the field is what was wanted
    /// here.
    func isDecided(in schema: Schema) -> Bool {
        guard let theirs else { return own == nil }
        guard newType == nil, let wanted = wanted(besides: schema.fields) else { return false }
        return Set(wanted.options) == Set(theirs.options) && wanted.with(theirs.options) == theirs
    }
}

extension EditConflict {
    /// The slow part of a decision, computed in the background: a pass over each field that gets another type.
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
    /// - Parameter conversion: to another type, of this table; `nil` to work it out now, which costs a pass over the
    ///   field.
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
