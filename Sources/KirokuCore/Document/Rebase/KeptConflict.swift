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
    private let own: StoredValue?
    private let theirs: StoredValue?
    private let base: StoredValue?
    /// A record that is gone (``ChangeText``).
    private let lost: String?
    /// What a field was before; only of a change of a field.
    private let fieldBefore: StoredField?
    /// What it was to become; `nil` if it was to be removed.
    private let fieldWanted: StoredField?

    /// The text for one that a document keeps.
    static func text(of conflict: EditConflict) -> String? {
        KeptConflict(conflict).flatMap { StoredJSON.text($0) }
    }

    /// What such a text says; `nil` if it cannot be read.
    static func conflict(in text: String) -> EditConflict? {
        StoredJSON.value(Self.self, in: text)?.conflict
    }

    /// The text for several, a list; `nil` if there are none.
    static func text(of conflicts: [EditConflict]) -> String? {
        conflicts.isEmpty ? nil : StoredJSON.text(conflicts.compactMap { KeptConflict($0) })
    }

    /// What such a list says, as far as it can be read.
    static func conflicts(in text: String) -> [EditConflict] {
        StoredJSON.value([KeptConflict].self, in: text)?.compactMap(\.conflict) ?? []
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
        own = StoredValue(conflict.own)
        theirs = StoredValue(conflict.theirs)
        base = StoredValue(conflict.base)
        lost = conflict.lost.flatMap { ChangeText.text(ofRecords: $0) }
        fieldBefore = conflict.sides.map { StoredField($0.base) }
        fieldWanted = conflict.sides?.own.map { StoredField($0) }
    }

    private var conflict: EditConflict? {
        guard RecordID.range.contains(id) else { return nil }
        let gone = lost.flatMap { ChangeTextReader.records($0) }
        guard lost == nil || gone?.count == 1 && gone?.ids.first?.rawValue == record else { return nil }
        var conflict = EditConflict(
            reason: reason, record: record.map(RecordID.init(rawValue:)), field: field.map(FieldID.init(rawValue:)),
            fieldName: fieldName, own: own?.value ?? .empty, theirs: theirs?.value ?? .empty,
            base: base?.value ?? .empty, lost: gone)
        if reason == .fieldChanged, let before = fieldBefore?.definition {
            conflict.sides = FieldSides(base: before, own: fieldWanted?.definition)
        }
        if let person, let program { conflict.author = CommitAuthor(person: person, program: program) }
        conflict.time = time.flatMap { $0.isFinite ? Date(timeIntervalSinceReferenceDate: $0) : nil }
        conflict.sentence = sentence
        conflict.id = RecordID(rawValue: id)
        return conflict
    }
}

/// A cell's value in its plain form, with its type.
private struct StoredValue: Codable {
    /// `nil` for unfit text.
    private let type: String?
    private let text: String

    init?(_ value: CellValue) {
        guard let text = value.plainText else { return nil }
        (type, self.text) = (value.type?.rawValue, text)
    }

    /// `nil` for a type that there is not.
    var value: CellValue? {
        guard let type else { return .unfit(text) }
        return FieldType(rawValue: type).map { CellValue(plain: text, of: $0) }
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
