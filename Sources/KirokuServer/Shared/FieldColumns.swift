import KirokuCore

/// Finds out which columns of a table the fields of a shared document are.
///
/// Each column has a mark in its comment, which stays with it when it is renamed, and in a dump. Where marks are missing
/// (somebody has removed comments), the numbers of the columns count, which a rename
/// leaves as they are. But a table that is restored from a dump numbers its columns again, without those that were removed.
/// So where names say that the numbers are of before then, names count. Where neither says for certain which column it is,
/// nothing is done: a value must never be written to another column.
struct FieldColumns {
    /// A field, with the number that its column had when the fields were changed last.
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

    /// It is not certain which column a field is.
    struct Uncertain: Error, Hashable {
        let field: FieldID
    }

    /// The columns, by the fields; a field that is not among them has lost its column.
    private(set) var found: [FieldID: Column] = [:]
    /// The columns that may still be of a field.
    private var free: [Column]

    /// The mark of a field's column.
    static func mark(_ field: FieldID) -> String { "[kiroku field \(field.rawValue)]" }

    /// A comment with the mark, and with what it says already.
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

    /// The name that a field's column gets.
    private static func name(of field: Field) -> String {
        SQLText.name(field.name, besides: SharedLayout.reserved)
    }

    private func named(_ field: Field) -> Column? { free.first { $0.name == Self.name(of: field) } }

    private func numbered(_ field: Field) -> Column? { free.first { $0.number == field.number } }

    /// Whether the columns have other numbers than the fields say: they were given again, without gaps, in the same order.
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
        // A mark says that the numbers are still those of the fields.
        let isSure = !found.isEmpty
        for field in rest {
            guard let column = numbered(field) else {
                // It was removed, unless it was renamed and has another number by now.
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
            // Only in the same order, and with no higher number, can it be the same one.
            guard column.number > last, column.number <= field.number else { throw Uncertain(field: field.id) }
            last = column.number
            assign(column, to: field)
        }
        // A column was removed, or has got another name, perhaps that of one that is left.
        if !free.isEmpty, let lost = rest.first(where: { found[$0.id] == nil }) { throw Uncertain(field: lost.id) }
    }
}
