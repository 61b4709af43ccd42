/// The fields that a table is to have, in order: what is wrong with them, and the single step that makes them.
///
/// Fields of the table that are not the ``FieldDraft/origin`` of a draft are removed with their contents.
public struct FieldsPlan: Sendable {
    /// The wanted fields.
    public let drafts: [FieldDraft]
    /// The present fields.
    public let schema: Schema

    /// A plan; ``problems`` checks it, and ``step(for:)`` computes its step.
    public init(_ drafts: [FieldDraft], for schema: Schema) {
        self.drafts = drafts
        self.schema = schema
    }

    /// What is wrong with the drafts, by their places; empty if they are valid.
    ///
    /// A repeated name is reported for the second field that has it. ``countProblem`` says if there are no fields or
    /// too many.
    public var problems: [Int: TableError] {
        var problems: [Int: TableError] = [:]
        var names: Set<String> = []
        for (place, draft) in drafts.enumerated() {
            if isBlank(draft) {
                problems[place] = .emptyFieldName
            } else if !names.insert(draft.name).inserted {
                problems[place] = .repeatedFieldName(draft.name)
            } else if initialValue(of: draft).isUnfit || draft.initialSource?.suits(draft.type) == false {
                problems[place] = .unfittingValue(field: draft.name, type: draft.type)
            } else if let mistake = draft.rules.mistake(for: draft.type) {
                problems[place] = .impossibleRules(field: draft.name, mistake)
            } else if draft.type.hasOptions, let mistake = draft.options.mistake(for: draft.type) {
                problems[place] = .impossibleChoices(field: draft.name, mistake)
            }
        }
        return problems
    }

    /// Why the number of fields is not possible.
    public var countProblem: TableError? {
        if drafts.isEmpty { return .noFields }
        return drafts.count > Schema.fieldLimit ? .tooManyFields(limit: Schema.fieldLimit) : nil
    }

    /// Computes in the background the step that gives `table` these fields.
    ///
    /// Costs a pass over each field whose type changes.
    ///
    /// - Throws: ``TableError``, the first of ``problems``.
    @concurrent
    public func step(for table: RecordTable) async throws(TableError) -> FieldsStep {
        try check()
        var nextID = table.schema.newFieldID().rawValue
        var fields: [FieldDefinition] = []
        var inserted: [FieldContents] = []
        var replaced: [FieldReplacement] = []
        var renamed: [CellChange] = []
        for draft in drafts {
            let origin = draft.origin.flatMap { table.schema.index(of: $0) }
            let kept = origin.map { table.schema[$0] }.flatMap { $0.type == draft.type ? $0 : nil }
            let wasPicture = origin.map { table.schema[$0].isMarkedAsPicture } ?? false
            let isPicture = draft.type.holdsText ? draft.isPicture : wasPicture
            let field = try FieldDefinition(
                id: kept?.id ?? FieldID(rawValue: nextID), name: draft.name, type: draft.type,
                initialValue: initialValue(of: draft), isMarkedAsPicture: isPicture,
                numberFormat: draft.numberFormat
            ).with(draft.initialSource).with(draft.rules).with(draft.options)
            fields.append(field)
            guard kept == nil else {
                if let origin { renamed += table.changes(renaming: draft.renamedChoices, ofField: origin) }
                continue
            }
            nextID += 1
            if let origin {
                let conversion = try TypeConversion(origin, of: table, to: draft.type)
                let contents = try conversion.contents(id: field.id).defined(as: field)
                inserted.append(contents.renamingChoices(draft.renamedChoices))
                replaced.append(FieldReplacement(old: table.schema[origin].id, new: field.id))
            } else {
                inserted.append(FieldContents(empty: field, in: table))
            }
        }
        let change = try Change.changeFields(to: fields, inserting: inserted, replacing: replaced, in: table)
        if fields == table.schema.fields, renamed.isEmpty { return FieldsStep(change: nil, retyped: replaced) }
        return FieldsStep(
            change: renamed.isEmpty ? change : .sequence([.setCells(renamed), change]), retyped: replaced)
    }

    package func check() throws(TableError) {
        if let problem = countProblem { throw problem }
        if let first = problems.min(by: { $0.key < $1.key }) { throw first.value }
    }

    /// Whether the field would have no visible name; one that already had none may keep it.
    private func isBlank(_ draft: FieldDraft) -> Bool {
        guard draft.name.allSatisfy(\.isWhitespace) else { return false }
        return draft.name.isEmpty || origin(of: draft)?.name != draft.name
    }

    private func origin(of draft: FieldDraft) -> FieldDefinition? {
        draft.origin.flatMap { id in schema.fields.first { $0.id == id } }
    }

    /// The initial value; unfit text if what was typed does not fit the type.
    package func initialValue(of draft: FieldDraft) -> CellValue {
        guard draft.initialSource == nil else { return .empty }
        let origin = origin(of: draft)
        // An unchanged value is kept as it is: a text without characters is not an empty cell.
        if let origin, origin.type == draft.type, draft.initialText == origin.initialValue.entryText ?? "" {
            return origin.initialValue
        }
        return EntryReader.typing(into: draft.type).read(draft.initialText)
    }
}

/// The result of a ``FieldsPlan`` for a table.
public struct FieldsStep: Sendable {
    /// The change that makes the fields, for the table it was computed for; `nil` if nothing changes.
    public let change: Change?
    /// The fields that replace others of a different type.
    public let retyped: [FieldReplacement]
}

extension Document {
    /// Changes the fields as one step of the history; fields that get another type keep their width.
    ///
    /// - Throws: ``EditError``; nothing has then changed.
    public func apply(_ step: FieldsStep) throws(EditError) {
        guard let change = step.change else { return }
        try apply(change, title: .changeFields)
        for field in step.retyped {
            if let width = fieldWidths[field.old] { setWidth(width, of: field.new) }
        }
    }
}

extension FieldsPlan {
    /// The schema of a new table with these fields.
    ///
    /// - Throws: ``TableError``: ``countProblem``, or the first of ``problems``.
    public func newSchema() throws(TableError) -> Schema {
        try check()
        var definitions: [FieldDefinition] = []
        for (place, draft) in drafts.enumerated() {
            definitions.append(
                try FieldDefinition(
                    id: FieldID(rawValue: place + 1), name: draft.name, type: draft.type,
                    initialValue: initialValue(of: draft),
                    isMarkedAsPicture: draft.isPicture && draft.type.holdsText, numberFormat: draft.numberFormat
                ).with(draft.initialSource).with(draft.rules).with(draft.options))
        }
        return try Schema(fields: definitions, nextFieldID: FieldID(rawValue: drafts.count + 1))
    }
}
