import FoundationEssentials

/// An edit that was not made because another program has changed the same thing.
public struct EditConflict: Sendable, Hashable {
    /// The cause of the conflict.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The cell has another value.
        case cellChanged
        /// The record is no longer there.
        case recordGone
        /// The field is no longer there, or has another type.
        case fieldGone
        /// The record was to be deleted.
        case recordChanged
        /// The field was to be removed, or to get another type, name or initial value.
        case fieldChanged
    }

    /// The cause of the conflict.
    public internal(set) var reason: Reason
    /// The record's current or former name.
    public let record: RecordID?
    /// The field of the cell; `nil` for a whole record.
    public let field: FieldID?
    /// The field's name.
    public let fieldName: String
    /// What was entered here; empty if something was deleted.
    public let own: CellValue
    /// The current value; empty if there is none.
    public internal(set) var theirs: CellValue
    /// The value before both changes; empty if unknown.
    public let base: CellValue
    /// The record with the values entered here, if others have deleted it.
    public internal(set) var lost: RecordTable?
    /// The field as both sides have changed it, if the conflict is about a field.
    public internal(set) var sides: FieldSides?
    /// Who has changed the same thing; `nil` if unknown.
    public internal(set) var author: CommitAuthor?
    /// When they changed it; `nil` if unknown.
    public internal(set) var time: Date?
    /// Why a server has refused the edit, in its own words; `nil` if it is open for another reason.
    public package(set) var sentence: String?
    /// The record that was to be deleted, as it was then, if the conflict is about a deletion and the record is known.
    package var deleted: RecordTable?
    /// The open edits behind this conflict; none if no document keeps it.
    package var edits: [EditID] = []

    /// A conflict that no document keeps yet.
    public init(
        reason: Reason, record: RecordID?, field: FieldID?, fieldName: String, own: CellValue, theirs: CellValue,
        base: CellValue = .empty, lost: RecordTable? = nil
    ) {
        self.reason = reason
        self.record = record
        self.field = field
        self.fieldName = fieldName
        self.own = own
        self.theirs = theirs
        self.base = base
        self.lost = lost
    }

    /// A conflict about a record that was being edited here when others deleted it.
    package init(lost record: RecordTable) {
        self.init(
            reason: .recordGone, record: record.ids.first, field: nil, fieldName: "", own: .empty, theirs: .empty,
            lost: record)
    }
}

extension EditConflict {
    /// A conflict about a field that both sides have changed.
    package init(_ sides: FieldSides) {
        func text(_ field: FieldDefinition?) -> CellValue {
            guard let field else { return .empty }
            return .string(
                field.name != sides.base.name || field.type == sides.base.type ? field.name : field.type.name)
        }
        self.init(
            reason: .fieldChanged, record: nil, field: (sides.theirs ?? sides.own ?? sides.base).id,
            fieldName: (sides.theirs ?? sides.base).name, own: text(sides.own), theirs: text(sides.theirs))
        self.sides = sides
    }
}

/// How a conflict is resolved.
public enum ConflictDecision: Sendable, Hashable {
    /// The edit is made after all: the cell gets the value, the record is restored or deleted, the field becomes what
    /// was wanted.
    case mine
    /// The edit is given up.
    case theirs
    /// Both values are kept: joined where the field can hold both, otherwise in a copy of the record.
    case both
    /// The text goes into the record's cell of this field.
    case into(FieldID)
}

extension EditConflict {
    /// Whether a decision is possible; for ``ConflictDecision/into(_:)``, any field of the record will do.
    public func canBe(_ decision: ConflictDecision) -> Bool {
        switch decision {
        case .theirs: true
        case .mine: reason == .cellChanged || reason == .recordChanged || lost != nil || sides?.theirs != nil
        case .both: reason == .cellChanged
        case .into: reason == .fieldGone && record != nil
        }
    }

    /// The changes that make the edit in a table; empty if it cannot be made.
    ///
    /// - Parameter conversions: conversions of this table's fields to the types that they may get.
    package func changes(
        for decision: ConflictDecision, in table: RecordTable, _ conversions: [TypeConversion] = []
    ) throws(TableError) -> [Change] {
        guard canBe(decision), decision != .theirs else { return [] }
        if let sides {
            let converted = conversions.first { $0.field.id == field && $0.type == sides.newType }
            return try sides.change(in: table, converted).map { [$0] } ?? []
        }
        guard let record else { return [] }
        if let lost {
            return table.index(of: record) == nil ? [.insertRecords(lost)] : []
        }
        guard let index = table.index(of: record) else { return [] }
        if reason == .recordChanged { return [try .deleteRecords(at: RecordIndexes(index), in: table)] }
        if case .into(let target) = decision {
            guard let place = table.schema.index(of: target) else { return [] }
            let edit = CellEdit(
                record: index, field: place, value: added(to: table[index, place], of: table.schema[place]))
            return [try .setCells([edit], in: table)]
        }
        guard let place = field.flatMap({ table.schema.index(of: $0) }), own.fits(table.schema[place].type) else {
            return []
        }
        func set(_ value: CellValue) throws(TableError) -> Change {
            try .setCells([CellEdit(record: index, field: place, value: value)], in: table)
        }
        if decision == .mine { return [try set(own)] }
        if let joined = joined(with: table[index, place], in: table.schema[place].type) { return [try set(joined)] }
        var copy = try table.records(at: RecordIndexes(index))
        try copy.set(own, at: 0, field: place)
        return [try .insertRecords(copy, at: RecordIndexes(index + 1), in: table)]
    }

    /// Both values joined into one; `nil` if a cell can hold only one.
    ///
    /// Names are not joined: two names in a cell would be no name.
    private func joined(with value: CellValue, in type: FieldType) -> CellValue? {
        let isLong = [own, value].contains { value in
            value.entryText.map { $0.utf8.count > 80 || $0.contains(where: \.isNewline) } ?? false
        }
        return type.holdsText && !isLong ? nil : type.cell(value, joining: own)
    }

    /// The value of the cell with the text entered here appended; if the cell can hold only one value, the text entered
    /// here.
    private func added(to value: CellValue, of field: FieldDefinition) -> CellValue {
        guard let text = own.entryText(in: field.numberFormat) else { return value }
        let new = EntryReader.typing(into: field).read(text)
        return field.type.cell(value, joining: new) ?? new
    }
}
