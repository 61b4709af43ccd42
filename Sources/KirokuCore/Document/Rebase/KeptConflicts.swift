import FoundationEssentials

/// The edits that were left out, as a document keeps them from one time to the next.
struct KeptConflicts: Codable {
    private let reason: EditConflict.Reason
    private let record: Int64?
    private let field: Int?
    private let fieldName: String
    /// A change of the cell from their value to the one that was left out (``HistoryWriter``).
    private let values: [UInt8]

    /// The text of a note with these.
    static func text(of conflicts: [EditConflict]) -> String? {
        if conflicts.isEmpty { return nil }
        return (try? JSONEncoder().encode(conflicts.map(Self.init))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What such a text says; what cannot be read is left out.
    static func conflicts(in text: String) -> [EditConflict] {
        let kept = try? JSONDecoder().decode([Self].self, from: Data(text.utf8))
        return kept?.compactMap(\.conflict) ?? []
    }

    private init(_ conflict: EditConflict) {
        reason = conflict.reason
        record = conflict.record?.rawValue
        field = conflict.field?.rawValue
        fieldName = conflict.fieldName
        let cell = CellChange(
            record: RecordID(rawValue: RecordID.range.lowerBound), field: FieldID(rawValue: FieldID.range.lowerBound),
            base: conflict.theirs, value: conflict.own)
        values = HistoryWriter.bytes(of: .setCells([cell]), limit: .max) ?? []
    }

    private var conflict: EditConflict? {
        guard case .setCells(let cells) = HistoryReader.change(values), let cell = cells.first else { return nil }
        return EditConflict(
            reason: reason, record: record.map(RecordID.init(rawValue:)), field: field.map(FieldID.init(rawValue:)),
            fieldName: fieldName, own: cell.value, theirs: cell.base)
    }
}

extension Document {
    /// Keeps an edit that is not made because others have changed the same, until that is decided.
    public func leaveOut(_ conflict: EditConflict) {
        conflicts.removeAll { $0.record == conflict.record && $0.field == conflict.field }
        conflicts.append(conflict)
        keepConflicts()
    }

    /// The conflicts have been decided: those edits are made after all, or left out for good.
    public func forgetConflicts() {
        conflicts = []
        keepConflicts()
    }

    /// The conflicts that the settings keep.
    static func conflicts(in settings: DocumentSettings) -> [EditConflict] {
        settings.notes.filter { $0.key.hasPrefix(conflictNote) }.sorted { $0.key < $1.key }
            .flatMap { KeptConflicts.conflicts(in: $0.value) }
    }

    /// Each of those who have the document open keeps its own, and those that it has found.
    private func keepConflicts() {
        changeSettings { settings in
            for name in settings.notes.keys where name.hasPrefix(Self.conflictNote) { settings.notes[name] = nil }
            let name = Self.conflictNote + String(RecordIDSource.shared.desk)
            settings.notes[name] = KeptConflicts.text(of: conflicts)
        }
        observers.notify(.conflictsChanged)
    }

    private static let conflictNote = "left out "
}
