/// What a step of the history is called, for menus and messages.
public enum ChangeTitle: Sendable, Hashable {
    case editCells(Int)
    case addRecords(Int)
    case deleteRecords(Int)
    case moveRecords(Int)
    case changeFields
    case several

    init(_ change: Change) {
        self =
            switch change {
            case .setCells(let edits): .editCells(edits.count)
            case .insertRecords(let records, _): .addRecords(records.count)
            case .deleteRecords(let places): .deleteRecords(places.count)
            case .changeFields: .changeFields
            case .sequence: .several
            }
    }

    /// In the user's language, as menus write it: "Delete 3 Records".
    public var text: String {
        switch self {
        case .editCells(let count): localized("Edit Cell", "Edit {count} Cells", count: count)
        case .addRecords(let count): localized("Add Record", "Add {count} Records", count: count)
        case .deleteRecords(let count): localized("Delete Record", "Delete {count} Records", count: count)
        case .moveRecords(let count): localized("Move Record", "Move {count} Records", count: count)
        case .changeFields: localized("Change Fields")
        case .several: localized("Several Changes")
        }
    }
}
