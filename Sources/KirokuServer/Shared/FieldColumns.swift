import KirokuCore

/// Matches the fields of a shared document with the columns of its table.
///
/// Each column has a mark in its comment, which survives renaming and dumps. If marks are missing because comments were
/// removed, the numbers of the columns count, which survive renaming. But a table that is restored from a dump numbers
/// its columns again, without those that were removed. So if the names show that the numbers are from before a restore,
/// the names count. If neither is certain, nothing is done: a value must never be written to the wrong column.
struct FieldColumns {
    /// A field, with the number of its column when the fields were last changed.
    struct Field: Sendable {
        let id: FieldID
        let name: String
        let number: Int
    }

    /// A column of the table.
    struct Column: Sendable, Hashable {
        let number: Int
        let name: String
        let comment: String?
    }

    /// The error if the column of a field is uncertain.
    struct Uncertain: Error, Hashable {
        let field: FieldID
    }

    /// The columns by field; a field that is missing has lost its column.
    private(set) var found: [FieldID: Column] = [:]
    /// The columns that may still belong to a field.
    private var free: [Column]

    /// The mark of a field's column.
    static func mark(_ field: FieldID) -> String { "[kiroku field \(field.rawValue)]" }

    /// A comment with the mark, and with its existing text.
    static func comment(_ field: FieldID, besides comment: String?) -> String {
        guard let comment, !comment.isEmpty else { return mark(field) }
        return comment.contains(mark(field)) ? comment : comment + " " + mark(field)
    }

    init(of fields: [Field], among columns: [Column]) throws(Uncertain) {
        free = columns.filter { !SharedLayout.reserved.contains($0.name) }
        for field in fields {
            let marked = free.filter { $0.comment?.contains(Self.mark(field.id)) ?? false }
            guard marked.count <= 1 else { throw Uncertain(field: field.id) }
            if let column = marked.first { assign(column, to: field) }
        }
        let rest = fields.filter { found[$0.id] == nil }
        guard !rest.isEmpty else { return }
        if areNumbered(anew: rest, fields) { try findByName(rest) } else { try findByNumber(rest) }
    }

    private mutating func assign(_ column: Column, to field: Field) {
        found[field.id] = column
        free.removeAll { $0 == column }
    }

    /// The name for a field's column.
    private static func name(of field: Field) -> String {
        SQLText.name(field.name, besides: SharedLayout.reserved)
    }

    private func named(_ field: Field) -> Column? { free.first { $0.name == Self.name(of: field) } }

    private func numbered(_ field: Field) -> Column? { free.first { $0.number == field.number } }

    /// Whether the columns were renumbered, without gaps, in the same order.
    private func areNumbered(anew rest: [Field], _ fields: [Field]) -> Bool {
        if fields.contains(where: { field in found[field.id].map { $0.number != field.number } ?? false }) {
            return true
        }
        let names = Set(rest.map(Self.name))
        return rest.contains { field in
            guard let column = named(field), column.number < field.number else { return false }
            return numbered(field).map { names.contains($0.name) } ?? true
        }
    }

    private mutating func findByNumber(_ rest: [Field]) throws(Uncertain) {
        let claimed = Set(rest.compactMap(numbered))
        // A mark shows that the fields' numbers are still valid.
        let isSure = !found.isEmpty
        for field in rest {
            guard let column = numbered(field) else {
                // The column was removed, unless it was renamed and renumbered.
                let others = free.contains { $0.number < field.number && !claimed.contains($0) }
                if !isSure, others { throw Uncertain(field: field.id) }
                continue
            }
            // A column that was renamed, or another one of this name?
            if column.name != Self.name(of: field), named(field) != nil { throw Uncertain(field: field.id) }
            assign(column, to: field)
        }
    }

    private mutating func findByName(_ rest: [Field]) throws(Uncertain) {
        var last = 0
        for field in rest.sorted(by: { $0.number < $1.number }) {
            guard let column = named(field) else { continue }
            // It can only be the same column in the same order, and with no higher number.
            guard column.number > last, column.number <= field.number else { throw Uncertain(field: field.id) }
            last = column.number
            assign(column, to: field)
        }
        // A column was removed or renamed, and may be one of the remaining ones.
        if !free.isEmpty, let lost = rest.first(where: { found[$0.id] == nil }) { throw Uncertain(field: lost.id) }
    }
}
