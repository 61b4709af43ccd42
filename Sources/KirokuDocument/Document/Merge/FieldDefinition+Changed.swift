extension FieldDefinition {
    /// The field with the differences between two definitions applied, under a unique name.
    ///
    /// - Parameters:
    ///   - id: what it is known by; `nil` to stay the same field.
    ///   - others: two definitions; what differs between them is not applied.
    package func changed(
        from before: FieldDefinition, to after: FieldDefinition, besides fields: [FieldDefinition],
        as id: FieldID? = nil, whereUnchanged others: (FieldDefinition, FieldDefinition)? = nil
    ) -> FieldDefinition {
        let id = id ?? self.id
        func merged<Value: Equatable>(_ value: KeyPath<FieldDefinition, Value>) -> Value {
            let isFree = others.map { $0[keyPath: value] == $1[keyPath: value] } ?? true
            return isFree && self[keyPath: value] == before[keyPath: value]
                ? after[keyPath: value] : self[keyPath: value]
        }
        let type = merged(\.type)
        let initial = [merged(\.initialValue), initialValue, after.initialValue].first { $0.fits(type) }
        let definition = try? FieldDefinition(
            id: id, name: merged(\.name).unused(among: Set(fields.lazy.filter { $0.id != id }.map(\.name))), type: type,
            initialValue: initial ?? .empty, isMarkedAsPicture: merged(\.isMarkedAsPicture),
            numberFormat: merged(\.numberFormat)
        ).with(merged(\.initialSource)).with(merged(\.rules))
            .with(options.changed(from: before.options, to: after.options))
        return definition ?? self
    }
}
