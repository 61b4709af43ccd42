/// The title of a step of the history, for menus and messages.
public enum ChangeTitle: Sendable, Hashable {
    /// This many cells got a new value.
    case editCells(Int)
    /// This many cells got the value above them.
    case fillDown(Int)
    /// A text was replaced in this many cells.
    case replaceText(Int)
    /// This many cells were pasted.
    case pasteCells(Int)
    /// This many records were inserted, with values or with initial values.
    case addRecords(Int)
    /// This many records were imported.
    case importRecords(Int)
    /// This many records were deleted.
    case deleteRecords(Int)
    /// This many records were merged into others that are alike.
    case mergeRecords(Int)
    /// This many records were added as copies of others.
    case duplicateRecords(Int)
    /// This many records were moved.
    case moveRecords(Int)
    /// A field was added.
    case addField
    /// A field was removed with all its cells.
    case removeField
    /// A field was moved.
    case moveField
    /// A field got a new name, initial value or mark.
    case editField
    /// A field got a new type.
    case retypeField
    /// Several fields were changed at once.
    case changeFields
    /// This many cells show another picture.
    case choosePictures(Int)
    /// This many cells no longer show a picture.
    case removePictures(Int)
    /// This many cells, records and fields were taken over from another table.
    case copyChanges(Int)
    /// This many cells were taken over from another table.
    case copyCells(Int)
    /// The changes of a document in a file of this name were taken over.
    case mergeCopy(String)
    /// An earlier change was reverted.
    case revert
    /// This many conflicts were resolved.
    case resolve(Int)
    /// Values typed into this many cells were left out because of conflicts, and then typed over or given up.
    case typeOver(Int)
    /// A backup was restored.
    case restore
    /// Several changes that no other title describes.
    case several

    package init(_ change: Change) {
        self =
            switch change {
            case .setCells(let edits): .editCells(edits.count)
            case .insertRecords(let records): .addRecords(records.count)
            case .deleteRecords(let records): .deleteRecords(records.count)
            case .setPlaces(let changes): .moveRecords(changes.count)
            case .changeFields(let change): Self(change)
            case .sequence: .several
            }
    }

    private init(_ change: FieldChange) {
        let coming = change.schema.fields.filter { change.base.index(of: $0.id) == nil }
        let going = change.base.fields.filter { change.schema.index(of: $0.id) == nil }
        let isMoved = change.base.fields.map(\.id) != change.schema.fields.map(\.id)
        self =
            switch (coming.count, going.count) {
            case (1, 0): .addField
            case (0, 1): .removeField
            case (0, 0): isMoved ? .moveField : .editField
            case (1, 1) where change.replaced.count == 1: .retypeField
            default: .changeFields
            }
    }

    /// In the user's language, as menus write it: "Delete 3 Records".
    public var text: String {
        switch self {
        case .editCells(let count): localized("Edit Cell", "Edit {count} Cells", count: count)
        case .fillDown(let count): localized("Fill Down Cell", "Fill Down {count} Cells", count: count)
        case .replaceText(let count): localized("Replace in Cell", "Replace in {count} Cells", count: count)
        case .pasteCells(let count): localized("Paste Cell", "Paste {count} Cells", count: count)
        case .addRecords(let count): localized("Add Record", "Add {count} Records", count: count)
        case .importRecords(let count): localized("Import Record", "Import {count} Records", count: count)
        case .deleteRecords(let count): localized("Delete Record", "Delete {count} Records", count: count)
        case .mergeRecords: localized("Merge Duplicates")
        case .duplicateRecords(let count):
            localized("Duplicate Record", "Duplicate {count} Records", count: count)
        case .moveRecords(let count): localized("Move Record", "Move {count} Records", count: count)
        case .addField: localized("Add Field")
        case .removeField: localized("Remove Field")
        case .moveField: localized("Move Field")
        case .editField: localized("Edit Field")
        case .retypeField: localized("Change Field Type")
        case .changeFields: localized("Change Fields")
        case .choosePictures(let count): localized("Choose Picture", "Choose {count} Pictures", count: count)
        case .removePictures(let count): localized("Remove Picture", "Remove {count} Pictures", count: count)
        case .copyChanges(let count):
            localized("Copy Difference", "Copy {count} Differences", count: count)
        case .copyCells(let count): localized("Copy Cell", "Copy {count} Cells", count: count)
        case .mergeCopy(let file): localized("Merge from “{file}”", ["file": ShownText.short(file)])
        case .revert: localized("Revert Changes")
        case .resolve(let count): localized("Resolve Conflict", "Resolve {count} Conflicts", count: count)
        case .typeOver(let count):
            localized("Discard Conflicting Edit", "Discard {count} Conflicting Edits", count: count)
        case .restore: localized("Restore Backup")
        case .several: localized("Several Changes")
        }
    }
}

/// Titles as stored with a step: a number for the kind, which is never reused for another kind, the count, and for some
/// kinds a name.
extension ChangeTitle {
    package var stored: (kind: Int, count: Int) {
        switch self {
        case .editCells(let count): (0, count)
        case .addRecords(let count): (1, count)
        case .deleteRecords(let count): (2, count)
        case .moveRecords(let count): (3, count)
        case .fillDown(let count): (4, count)
        case .replaceText(let count): (5, count)
        case .pasteCells(let count): (6, count)
        case .importRecords(let count): (7, count)
        case .addField: (8, 0)
        case .removeField: (9, 0)
        case .moveField: (10, 0)
        case .editField: (11, 0)
        case .retypeField: (12, 0)
        case .changeFields: (13, 0)
        case .several: (14, 0)
        case .choosePictures(let count): (15, count)
        case .removePictures(let count): (16, count)
        case .mergeRecords(let count): (17, count)
        case .copyChanges(let count): (18, count)
        case .resolve(let count): (19, count)
        case .copyCells(let count): (20, count)
        case .mergeCopy: (21, 0)
        case .revert: (22, 0)
        case .typeOver(let count): (23, count)
        case .restore: (24, 0)
        case .duplicateRecords(let count): (25, count)
        }
    }

    /// The name; `nil` for a kind that has none.
    var storedName: String? { if case .mergeCopy(let file) = self { file } else { nil } }

    /// The whole title as JSON: `[kind,count,name]`.
    package var storedText: String {
        var json = JSONBytes()
        let (kind, count) = stored
        json.append("[\(kind),\(count),")
        json.append(quoted: storedName ?? "")
        json.append("]")
        return json.text
    }

    /// Reads ``storedText``; `nil` if the text is something else, or from a later version.
    package init?(text: String) {
        let title: ChangeTitle?? = JSONScanner.read(text) { (json) throws(ListFault) in
            var numbers: [Int] = []
            var name: String?
            try json.list { (json) throws(ListFault) in
                if numbers.count < 2 {
                    numbers.append(try json.number())
                } else {
                    name = try json.string()
                }
            }
            guard let name else { throw .invalid }
            return ChangeTitle(stored: numbers[0], count: numbers[1], name: name)
        }
        guard let title = title ?? nil else { return nil }
        self = title
    }

    /// `nil` for a kind from a later version.
    package init?(stored kind: Int, count: Int, name: String) {
        switch kind {
        case 0: self = .editCells(count)
        case 1: self = .addRecords(count)
        case 2: self = .deleteRecords(count)
        case 3: self = .moveRecords(count)
        case 4: self = .fillDown(count)
        case 5: self = .replaceText(count)
        case 6: self = .pasteCells(count)
        case 7: self = .importRecords(count)
        case 8: self = .addField
        case 9: self = .removeField
        case 10: self = .moveField
        case 11: self = .editField
        case 12: self = .retypeField
        case 13: self = .changeFields
        case 14: self = .several
        case 15: self = .choosePictures(count)
        case 16: self = .removePictures(count)
        case 17: self = .mergeRecords(count)
        case 18: self = .copyChanges(count)
        case 19: self = .resolve(count)
        case 20: self = .copyCells(count)
        case 21: self = .mergeCopy(name)
        case 22: self = .revert
        case 23: self = .typeOver(count)
        case 24: self = .restore
        case 25: self = .duplicateRecords(count)
        default: return nil
        }
    }
}
