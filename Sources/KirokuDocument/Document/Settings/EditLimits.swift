/// What cannot be edited in a document, because it is a copy of a table that others control.
///
/// The limits are known before anything is entered. Edits that the others refuse nevertheless are reported later.
public struct EditLimits: Sendable, Hashable, Codable {
    /// Why nothing can be edited; `nil` if something can.
    public var everything: EditLimit?
    /// Why records cannot be added; `nil` if they can.
    public var adding: EditLimit?
    /// Why records cannot be deleted; `nil` if they can.
    public var deleting: EditLimit?
    /// Why fields cannot be added, removed or redefined; `nil` if they can.
    public var fields: EditLimit?
    private var cells: [Int: EditLimit] = [:]

    /// Everything can be edited.
    public init() {}

    /// Why the cells of a field cannot be edited; `nil` if they can.
    public subscript(field: FieldID) -> EditLimit? {
        get { everything ?? cells[field.rawValue] }
        set { cells[field.rawValue] = newValue }
    }

    /// Why a kind of edit is refused; `nil` if it is not.
    package func refusal(of kind: EditKind) -> EditError? {
        let limit =
            switch kind {
            case .addRecords: adding
            case .deleteRecords: deleting
            case .defineFields: fields
            }
        return (everything ?? limit).map { .limited($0, field: nil) }
    }

    /// Why a change is refused; `nil` if it is not.
    package func refusal(of change: Change, in schema: Schema) -> EditError? {
        switch change {
        case .setCells(let cells):
            guard everything != nil || !self.cells.isEmpty else { return nil }
            for cell in cells {
                if let refusal = refusal(ofField: cell.field, in: schema) { return refusal }
            }
            return nil
        case .insertRecords: return refusal(of: .addRecords)
        case .deleteRecords: return refusal(of: .deleteRecords)
        case .setPlaces: return nil
        case .changeFields(let change):
            return change.isOfLooks ? nil : refusal(of: .defineFields)
        case .sequence(let changes):
            for change in changes {
                if let refusal = refusal(of: change, in: schema) { return refusal }
            }
            return nil
        }
    }

    /// Why an edit of a field's cells is refused; `nil` if it is not.
    package func refusal(ofField field: FieldID, in schema: Schema) -> EditError? {
        self[field].map { limit in .limited(limit, field: schema.index(of: field).map { schema[$0].name }) }
    }
}

/// Edits of a whole table that others may not allow; cells are limited by their fields.
public enum EditKind: Sendable, Hashable {
    /// Records are added.
    case addRecords
    /// Records are deleted.
    case deleteRecords
    /// Fields are added, removed or redefined.
    case defineFields
}

/// Why something cannot be edited in a copy of others' table.
public enum EditLimit: String, Sendable, Hashable, Codable {
    /// The user has no permission.
    case noRight
    /// The server fills the field in.
    case madeByServer
    /// The values can only be shown.
    case onlyShown
    /// Another program defines the fields.
    case ofOtherProgram
    /// No field identifies the records.
    case noKey
    /// The table is a view that does not show the key of its table.
    case keyNotInView
    /// The fields named as its key are missing, or cannot be compared.
    case keyUnusable
    /// Some records have an empty key.
    case keyNotFilled
    /// Several records have the same key.
    case keyNotUnique
    /// The table is a view.
    case notATable
    /// The server is a standby and accepts no changes.
    case standby
    /// The table is only viewed on the server, without a copy here.
    case onServer
}

extension FieldChange {
    /// Whether it changes only the order of fields, how their values are shown, and their initial values.
    package var isOfLooks: Bool {
        let before = Dictionary(base.fields.map { ($0.id, $0) }) { first, _ in first }
        return inserted.isEmpty && schema.fields.count == base.fields.count
            && schema.fields.allSatisfy { field in
                guard let old = before[field.id] else { return false }
                return (old.name, old.type) == (field.name, field.type) && old.rules == field.rules
                    && old.options == field.options
            }
    }
}
