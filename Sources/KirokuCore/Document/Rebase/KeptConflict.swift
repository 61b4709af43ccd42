import FoundationEssentials

/// An edit that was left out, as a document keeps it from one time to the next: in its settings until it is decided,
/// and then in the step of the history that has decided it.
struct KeptConflict: Codable {
    private let id: Int64
    private let reason: EditConflict.Reason
    private let record: Int64?
    private let field: Int?
    private let fieldName: String
    private let person: String?
    private let program: String?
    /// In seconds since the beginning of 2001.
    private let time: Double?
    /// Only of what a server has refused.
    private let sentence: String?
    /// A change of the cell from their value to the one that was left out, one to the value before, and the insertion of
    /// a record that is gone, or the change of a field from what it was before to what was wanted (``HistoryWriter``).
    private let values: Data

    /// The text for one that a document keeps.
    static func text(of conflict: EditConflict) -> String? {
        KeptConflict(conflict).flatMap { StoredJSON.text($0) }
    }

    /// What such a text says; `nil` if it cannot be read.
    static func conflict(in text: String) -> EditConflict? {
        StoredJSON.value(Self.self, in: text)?.conflict
    }

    private init?(_ conflict: EditConflict) {
        guard let id = conflict.id else { return nil }
        self.id = id.rawValue
        reason = conflict.reason
        record = conflict.record?.rawValue
        field = conflict.field?.rawValue
        fieldName = conflict.fieldName
        person = conflict.author?.person
        program = conflict.author?.program
        // A server may say anything, and JSON has no other numbers.
        time = conflict.time.map(\.timeIntervalSinceReferenceDate).flatMap { $0.isFinite ? $0 : nil }
        sentence = conflict.sentence
        func change(_ value: CellValue) -> CellChange {
            CellChange(
                record: RecordID(rawValue: RecordID.range.lowerBound),
                field: FieldID(rawValue: FieldID.range.lowerBound), base: conflict.theirs, value: value)
        }
        var changes: [Change] = [.setCells([change(conflict.own), change(conflict.base)])]
        if let lost = conflict.lost { changes.append(.insertRecords(lost)) }
        if let sides = conflict.sides {
            guard let base = Self.schema(sides.base), let own = Self.schema(sides.own) else { return nil }
            changes.append(
                .changeFields(FieldChange(base: base, schema: own, removed: [], inserted: [], replaced: [])))
        }
        guard let bytes = HistoryWriter.bytes(of: .sequence(changes), limit: .max) else { return nil }
        values = Data(bytes)
    }

    /// A field as the only one; none for one that was removed.
    private static func schema(_ field: FieldDefinition?) -> Schema? {
        let next = FieldID(rawValue: FieldID.range.upperBound + 1)
        return try? Schema(fields: field.map { [$0] } ?? [], nextFieldID: next)
    }

    private var conflict: EditConflict? {
        guard RecordID.range.contains(id), case .sequence(let changes) = HistoryReader.change([UInt8](values)),
            case .setCells(let cells) = changes.first, cells.count == 2
        else { return nil }
        var lost: RecordTable?
        if case .insertRecords(let records) = changes.last { lost = records }
        var conflict = EditConflict(
            reason: reason, record: record.map(RecordID.init(rawValue:)), field: field.map(FieldID.init(rawValue:)),
            fieldName: fieldName, own: cells[0].value, theirs: cells[0].base, base: cells[1].value, lost: lost)
        guard lost == nil || lost?.count == 1 && lost?.ids.first == conflict.record else { return nil }
        if reason == .fieldChanged, case .changeFields(let change) = changes.last, let base = change.base.fields.first {
            conflict.sides = FieldSides(base: base, own: change.schema.fields.first)
        }
        if let person, let program { conflict.author = CommitAuthor(person: person, program: program) }
        conflict.time = time.flatMap { $0.isFinite ? Date(timeIntervalSinceReferenceDate: $0) : nil }
        conflict.sentence = sentence
        conflict.id = RecordID(rawValue: id)
        return conflict
    }
}

/// Each is a note of its own, so that all who have the document open keep theirs and decide them without touching
/// those of others.
extension DocumentSettings {
    private static let conflictNote = "left out "
    /// What the names of such settings begin with.
    static let storedConflict = "note " + conflictNote

    /// All edits that were left out, whoever has left them out.
    public var leftOut: [EditConflict] {
        notes.compactMap { name, text in
            guard name.hasPrefix(Self.conflictNote), let conflict = KeptConflict.conflict(in: text) else { return nil }
            // Under another name, it could be there any number of times, and would never go.
            return conflict.id.map(Self.note) == name ? conflict : nil
        }
        .sorted { ($0.id?.rawValue ?? 0) < ($1.id?.rawValue ?? 0) }
    }

    /// Keeps those in `new` instead of those in `old`.
    mutating func keep(_ new: [EditConflict], insteadOf old: [EditConflict]) {
        let (ids, before) = (Set(new.compactMap(\.id)), Set(old))
        for id in old.compactMap(\.id) where !ids.contains(id) { notes[Self.note(id)] = nil }
        for conflict in new where !before.contains(conflict) {
            guard let id = conflict.id else { continue }
            notes[Self.note(id)] = KeptConflict.text(of: conflict)
        }
    }

    private static func note(_ id: RecordID) -> String { conflictNote + String(id.rawValue) }
}
