import KirokuCore

/// Judges by what each copy of a document has done and shows whether all were treated fairly.
///
/// Every text is written once only. So the edits of a cell that count form a chain, from what the cell held at first to what
/// it holds at the end: where two have written over the same value without having seen each other, there is none. Each edit
/// that was saved must be in the chain, or be left out as a conflict of its author, or have been overtaken there by a later
/// edit of the same author.
struct PlayOracle {
    /// A cell; a record that is not there has cells without a text.
    struct Cell: Hashable {
        let record: RecordID
        let field: FieldID
    }

    struct Edit {
        let author: String
        let cell: Cell
        let before: String?
        let after: String?
    }

    private(set) var edits: [Edit] = []
    private var initial: [Cell: String] = [:]

    init(_ table: RecordTable) {
        initial = Self.texts(table)
    }

    static func texts(_ table: RecordTable) -> [Cell: String] {
        var texts: [Cell: String] = [:]
        for (index, id) in table.ids.enumerated() {
            for (field, definition) in table.schema.fields.enumerated() {
                texts[Cell(record: id, field: definition.id)] = table[index, field].plainText ?? ""
            }
        }
        return texts
    }

    /// Notes what has changed between two states of a copy by an edit there.
    mutating func note(_ author: String, from before: RecordTable, to after: RecordTable) {
        let (old, new) = (Self.texts(before), Self.texts(after))
        for cell in Set(old.keys).union(new.keys) where old[cell] != new[cell] {
            edits.append(Edit(author: author, cell: cell, before: old[cell], after: new[cell]))
        }
    }

    mutating func add(_ edit: Edit) { edits.append(edit) }

    /// What is wrong; nothing, if all is well.
    ///
    /// - Parameters:
    ///   - end: the table at the end.
    ///   - conflicts: what each copy has left out.
    func complaints(_ end: RecordTable, _ conflicts: [String: [EditConflict]]) -> [String] {
        let last = Self.texts(end)
        return Dictionary(grouping: edits, by: \.cell).flatMap { cell, edits in
            // Two may have deleted a record, of whom one has not seen what the other had.
            let ends = edits.indices.filter { edits[$0].after == last[cell] }
            let tries = (ends.isEmpty ? [nil] : ends.map(Optional.some)).map {
                complaints(cell, edits, from: $0, last[cell], conflicts)
            }
            return tries.min { $0.count < $1.count } ?? []
        }
    }

    /// What is wrong with a cell, if one of its edits was the last that has counted.
    private func complaints(
        _ cell: Cell, _ edits: [Edit], from end: Int?, _ last: String?, _ conflicts: [String: [EditConflict]]
    ) -> [String] {
        var complaints: [String] = []
        var counted: Set<Int> = []
        var (next, value) = (end, last)
        // From the end to the beginning. A record is added once.
        while let index = next {
            counted.insert(index)
            value = edits[index].before
            next =
                value == initial[cell]
                ? nil : edits.indices.last { !counted.contains($0) && edits[$0].after == value }
        }
        if value != initial[cell] {
            complaints.append("\(cell): nobody has written \(value ?? "nothing") over \(initial[cell] ?? "nothing")")
        }
        for (index, edit) in edits.enumerated() where !counted.contains(index) {
            let isLeftOut = conflicts[edit.author, default: []].contains { Self.has($0, edit) }
            let isOvertaken = edits[(index + 1)...].contains { $0.author == edit.author && $0.before == edit.after }
            // Two that delete a record want the same.
            if !isLeftOut, !isOvertaken, edit.after != last {
                complaints.append("\(edit.author): \(edit.before ?? "nothing") → \(edit.after ?? "nothing") is lost")
            }
        }
        return complaints
    }

    private static func has(_ conflict: EditConflict, _ edit: Edit) -> Bool {
        guard conflict.record == edit.cell.record else { return false }
        if edit.after == nil { return conflict.reason == .recordChanged }
        if let lost = conflict.lost {
            return texts(lost)[edit.cell] == edit.after
        }
        return conflict.field == edit.cell.field && (conflict.own.plainText ?? "") == edit.after
    }
}
