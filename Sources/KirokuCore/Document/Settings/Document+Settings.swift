extension Document {
    /// The order that the records were shown in last, for the fields as they are now; empty for the table's own.
    ///
    /// Rules for a field that was removed come back with the field.
    public var sortRules: [SortRule] {
        settings.sortRules.compactMap { rule in
            guard let field = settings.fieldLines.current(of: rule.field, among: table.schema.fields) else {
                return nil
            }
            var rule = rule
            rule.field = field.id
            return rule
        }
    }

    /// Remembers the order that the records are shown in; it does not order anything.
    ///
    /// Not a step of the history; a read-only document forgets it, as it does all of these.
    public func keepSortRules(_ rules: [SortRule]) {
        changeSettings { $0.sortRules = rules }
    }

    /// The fields whose value the next record takes over from the current one, for the fields as they are now.
    ///
    /// A field that was removed is pinned again when it comes back.
    public var pinnedFields: Set<FieldID> {
        Set(settings.pinnedFields.compactMap { settings.fieldLines.current(of: $0, among: table.schema.fields)?.id })
    }

    /// Remembers whether the next record takes over a field's value; it does not change any.
    ///
    /// Not a step of the history.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) {
        guard pinnedFields.contains(field) != isPinned else { return }
        let lines = settings.fieldLines
        changeSettings { settings in
            // Those of the same line, which another type has taken the place of, are the same field.
            settings.pinnedFields.removeAll { lines.current(of: $0, among: table.schema.fields)?.id == field }
            if isPinned { settings.pinnedFields.append(field) }
        }
    }

    /// The finds with a name, for the fields as they are now, in the order in which they were kept first.
    ///
    /// One for a field that was removed is among them; ``Condition/check(for:)`` tells.
    public var finds: [NamedFind] {
        settings.finds.map { find in
            var find = find
            find.condition = find.condition.current(in: settings.fieldLines, among: table.schema.fields)
            return find
        }
    }

    /// Keeps a find, in the place of one that has the same name.
    public func keepFind(_ find: NamedFind) {
        changeSettings { settings in
            if let index = settings.finds.firstIndex(where: { $0.name == find.name }) {
                settings.finds[index] = find
            } else {
                settings.finds.append(find)
            }
        }
    }

    /// Forgets the find of this name, if there is one.
    public func removeFind(named name: String) {
        changeSettings { settings in settings.finds.removeAll { $0.name == name } }
    }

    /// What a screen has kept under this name, such as how the table was copied last; `nil` if nothing was kept.
    public func note(named name: String) -> String? { settings.notes[name] }

    /// Keeps a text for a screen under a name that nobody else uses; `nil` forgets it.
    public func keepNote(_ text: String?, named name: String) {
        changeSettings { $0.notes[name] = text }
    }
}
