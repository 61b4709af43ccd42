/// Why a table could not be loaded from a list of lists.
///
/// The table is unchanged.
public enum TableLoadError: Error, Sendable, Hashable {
    /// The link could not load it.
    case storage(StorageError)
    /// The list is empty, which is usually a mistake.
    case noRecords
    /// Records are counted from 0.
    case notARecord(record: Int)
    /// ``TableError/wrongCellCount(record:expected:found:)`` for a record that is too short or too long.
    case contents(TableError)
    /// A cell holds a value that its field cannot: a number in a Bool field, say. Records are counted from 0.
    case unfittingCell(record: Int, field: String)
}

extension RecordTable {
    /// Saves the records to a link as a list of lists of values, `[[item, item, …], …]`.
    ///
    /// Names and types of the fields are not part of it. An empty cell is an empty list, since property lists have no
    /// "nothing" and `""` is a text; unfit text is a text in a field of another type.
    public func save(to link: any ArrayLink) throws(StorageError) {
        try link.save(
            (0..<count).map { record in
                .array(schema.fields.indices.map { PropertyValue(self[record, $0]) })
            })
    }

    /// Replaces the records with those of a list of lists, all or none.
    ///
    /// An empty list is refused: a file that was emptied must not empty the table. To get a table without records,
    /// create one.
    ///
    /// - Throws: ``TableLoadError``, ``TableLoadError/noRecords`` for an empty list. The table is then unchanged.
    public mutating func load(from link: any ArrayLink) throws(TableLoadError) {
        let records: [PropertyValue]
        do {
            records = try link.load()
        } catch {
            throw .storage(error)
        }
        try replaceRecords(with: records)
    }

    /// The same with the records that ship with the app.
    public mutating func loadDefault(from link: any ArrayLink) throws(TableLoadError) {
        let records: [PropertyValue]
        do {
            records = try link.loadDefault()
        } catch {
            throw .storage(error)
        }
        try replaceRecords(with: records)
    }

    private mutating func replaceRecords(with records: [PropertyValue]) throws(TableLoadError) {
        guard !records.isEmpty else { throw Reports.refused("KRK_TB_LD", .noRecords) }
        var table = RecordTable(schema: schema)
        for (index, record) in records.enumerated() {
            guard case .array(let values) = record else {
                throw Reports.refused("KRK_TB_LD", .notARecord(record: index))
            }
            guard values.count == schema.count else {
                let error = TableError.wrongCellCount(record: index, expected: schema.count, found: values.count)
                throw Reports.refused("KRK_TB_LD", .contents(error))
            }
            var cells: [CellValue] = []
            for (field, value) in zip(schema.fields, values) {
                guard let cell = CellValue(value, type: field.type) else {
                    throw Reports.refused("KRK_TB_LD", .unfittingCell(record: index, field: field.name))
                }
                cells.append(cell)
            }
            table.appendUnchecked(cells)
        }
        self = table
    }
}

extension PropertyValue {
    /// An empty cell is an empty list.
    fileprivate init(_ cell: CellValue) {
        self = cell.property ?? cell.unfitText.map { .string($0) } ?? .array([])
    }
}

extension CellValue {
    /// `nil` for a value that a field of the type cannot hold.
    fileprivate init?(_ value: PropertyValue, type: FieldType) {
        if let cell = type.cell(of: value) {
            self = cell
        } else if value == .array([]) {
            self = .empty
        } else if let text = FieldType.string.cell(of: value)?.plainText {
            self = text.isEmpty ? .empty : .unfit(text)
        } else {
            return nil
        }
    }
}

extension TableLoadError: ReportedError {
    /// The error of the link, or why the list was rejected.
    public var reportText: ReportText {
        if case .storage(let error) = self { return error.reportText }
        return "\(data: String(describing: self))"
    }
}
