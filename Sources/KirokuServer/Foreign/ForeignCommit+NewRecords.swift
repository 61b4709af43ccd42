import KirokuCore

/// Rows that an edit adds to another program's table.
extension ForeignCommit {
    /// A new record with the cells that are given; what is empty, and what the server makes, it fills in.
    typealias NewRecord = (record: RecordID, cells: [FieldID: CellValue])

    mutating func insert(_ added: [NewRecord]) {
        var rest = added.map { (record: $0.record, cells: given($0.cells)) }[...]
        while let first = rest.first {
            // Those that follow each other and leave the same to the server; so they get its numbers in their order.
            let left = filled(first.cells)
            let alike = rest.prefix { filled($0.cells) == left }
            rest = rest.dropFirst(alike.count)
            let lots = RecordRows.lots(
                of: Array(alike), columns: layout.columns.count,
                // Only so it is seen whether one has the key of another.
                areSingle: layout.isKeyNamed, bytes: { $0.cells.values.reduce(0) { $0 + $1.bytes } })
            for lot in lots { insert(lot) }
        }
    }

    private mutating func insert(_ lot: ArraySlice<NewRecord>) {
        let columns = columns(of: Set(lot.flatMap(\.cells.keys)).sorted())
        guard !columns.isEmpty else {
            for new in lot { insert("DEFAULT VALUES", [new], []) }
            return
        }
        var rows = rows()
        let values = columns.map { field, column in
            column.value(rows.add(lot.lazy.map { $0.cells[field]?.plainText }))
        }
        let names = columns.map(\.1.quotedName).joined(separator: ", ")
        insert("(\(names)) SELECT \(values.joined(separator: ", ")) FROM \(rows.source)", lot, rows.parameters)
    }

    private mutating func insert(_ what: String, _ lot: ArraySlice<NewRecord>, _ values: [String?]) {
        for new in lot { note(new.record, new.cells) }
        statements.append(
            ServerStatement(
                sql: """
                    WITH done AS (INSERT INTO \(layout.source.quotedName) \(what) RETURNING \(returnedKey)) \
                    SELECT k, b\(isTaken(unless: "false")) FROM done
                    """, values: values))
    }

    /// The cells that a new row gets from here.
    func given(_ cells: [FieldID: CellValue]) -> [FieldID: CellValue] {
        cells.filter { field, value in
            value != .empty && columns(of: CollectionOfOne(field)).contains { $1.isRestorable }
        }
    }

    /// The fields among these that the server would fill in otherwise.
    private func filled(_ cells: [FieldID: CellValue]) -> Set<FieldID> {
        let isTable = layout.source.kind == "r" || layout.source.kind == "p"
        // What is below a view may do so.
        return Set(columns(of: cells.keys).filter { $1.hasDefault || !isTable }.map(\.0))
    }
}
