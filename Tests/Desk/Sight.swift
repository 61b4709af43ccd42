import KirokuCore

/// All that a table shows, cell by cell, in words that the logs of several desks have in common.
///
/// A field is called by its initial value, which is given once: its identifier may be replaced when others have given the
/// same one to another field.
struct Sight: Equatable {
    /// A cell, or the name of a field, whose record is 0 then.
    struct Cell: Hashable {
        let record: Int64
        let field: String
    }

    /// What a cell held and what it holds now; `nil` where there is no such record or field.
    struct Difference: Encodable {
        let record: Int64
        let field: String
        let from: String?
        let to: String?
    }

    private(set) var texts: [Cell: String] = [:]

    init() {}

    init(_ table: RecordTable) {
        let names = table.schema.fields.map(\.lasting)
        for (index, field) in table.schema.fields.enumerated() {
            texts[Cell(record: 0, field: names[index])] = field.name
            for (record, id) in table.ids.enumerated() {
                texts[Cell(record: id.rawValue, field: names[index])] = table[record, index].shown
            }
        }
    }

    /// What differs since an earlier sight.
    func differences(since before: Sight) -> [Difference] {
        let cells = Set(texts.keys).union(before.texts.keys).filter { texts[$0] != before.texts[$0] }
        return cells.map {
            Difference(record: $0.record, field: $0.field, from: before.texts[$0], to: texts[$0])
        }
    }
}

/// A table in its order, for the comparison at the end.
struct WholeTable: Encodable {
    struct Row: Encodable {
        let id: Int64
        let cells: [String]
    }

    let fields: [String]
    let names: [String]
    let rows: [Row]

    init(_ table: RecordTable) {
        fields = table.schema.fields.map(\.lasting)
        names = table.fieldNames
        rows = table.ids.enumerated().map { record, id in
            Row(id: id.rawValue, cells: table.schema.fields.indices.map { table[record, $0].shown })
        }
    }
}

extension FieldDefinition {
    /// What the field is called for good.
    var lasting: String { initialValue.shown }
}

extension CellValue {
    /// Its text; empty for an empty cell.
    var shown: String { plainText ?? "" }
}
