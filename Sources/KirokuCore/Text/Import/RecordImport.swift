/// The steps of ``SeparatedText/read(_:into:matching:options:style:progress:)``.
struct RecordImport {
    let reader: SeparatedTextReader
    let schema: Schema
    let matching: SeparatedText.Matching
    let style: SeparatedText.Style

    func read() async throws(TextError) -> ImportedRecords {
        let found = try await reader.findCells()
        let first = reader.firstRecords(2, found.index)
        let header = hasHeader(first) ? first.first : nil
        let fields = fields(ofColumns: found.index.width, header: header)
        let count = found.index.recordCount - (header == nil ? 0 : 1)
        return ImportedRecords(
            table: try await table(fields, found.index, header == nil ? 0 : 1, count: count), fields: fields,
            header: header, notices: notices(fields, found.index, isEmpty: first.isEmpty),
            separator: found.separator, encoding: reader.decoding.encoding)
    }

    // MARK: Matching

    private func hasHeader(_ first: [[String?]]) -> Bool {
        guard let line = first.first else { return false }
        switch reader.options.header {
        case .present: return true
        case .absent: return false
        case .detected:
            let names = line.compactMap { $0 }.filter { !$0.isEmpty }
            let known = names.count { schema.index(named: $0) != nil }
            if known > 0, known == names.count { return true }
            guard HeaderRule(firstRecord: line).isPossible else { return false }
            return known > 0 && known * 2 >= names.count || first.count > 1 && standsOverOthers(line, first[1])
        }
    }

    /// Whether a text stands over a value that fits its field, and does not fit it itself.
    private func standsOverOthers(_ line: [String?], _ next: [String?]) -> Bool {
        for (column, field) in fields(ofColumns: line.count, header: nil).enumerated() {
            guard let field, let above = line[column], let below = next[column] else { continue }
            let reader = FittingReader(type: schema[field].type, style: style)
            if case .unfit = reader.read(above), reader.read(below).plainText != nil, !reader.isUnfit(below) {
                return true
            }
        }
        return false
    }

    private func fields(ofColumns count: Int, header: [String?]?) -> [Int?] {
        let wished: [Int?]
        switch matching {
        case .columns(let fields):
            wished = (0..<count).map { $0 < fields.count ? fields[$0] : nil }
        case .byName:
            wished = named(header ?? [], count)
        case .byPosition:
            wished = Array(0..<count)
        case .automatic:
            let named = named(header ?? [], count)
            wished = named.contains { $0 != nil } ? named : Array(0..<count)
        }
        var taken: Set<Int> = []
        return wished.map { field in
            guard let field, schema.fields.indices.contains(field), taken.insert(field).inserted else { return nil }
            return field
        }
    }

    private func named(_ header: [String?], _ count: Int) -> [Int?] {
        (0..<count).map { $0 < header.count ? header[$0].flatMap { schema.index(named: $0) } : nil }
    }

    // MARK: Reading

    private func table(
        _ fields: [Int?], _ index: CellIndex, _ first: Int, count: Int
    ) async throws(TextError) -> RecordTable {
        let columns = fields.indices.filter { fields[$0] != nil }
        let readers = fields.map { $0.map { FittingReader(type: schema[$0].type, style: style) } }
        let read = try await reader.readFields(columns, index, from: first) { cells, column, count in
            readers[column].flatMap { cells.cells(inField: column, from: first, count: count, $0) }
        }
        let ids = RecordIDs.between(nil, nil, count: count) ?? []
        var cells = schema.fields.map { FieldCells(repeating: $0.initialValue, type: $0.type, count: 0) }
        for (field, definition) in schema.fields.enumerated() where !fields.contains(field) {
            cells[field] = FieldCells(repeating: definition.initialValue, type: definition.type, count: count)
        }
        for (column, fitted) in zip(columns, read) {
            guard let field = fields[column] else { continue }
            let unfit = fitted.unfitTexts.map { (ids[$0], $1) }
            cells[field] = FieldCells(column: fitted.column, unfitTexts: Dictionary(uniqueKeysWithValues: unfit))
        }
        return RecordTable(schema: schema, ids: ids, cells: cells)
    }

    /// Cells beyond the first line's are columns like others here.
    private func notices(_ fields: [Int?], _ index: CellIndex, isEmpty: Bool) -> [TextNotice] {
        let found = reader.decoding.notices + reader.notices(index).filter { $0.kind != .extraCells }
        guard !isEmpty, let first = fields.firstIndex(of: nil) else { return found }
        let place = reader.position(of: reader.headerCell(first, index))
        return found + [TextNotice(kind: .leftOutColumn, count: fields.count { $0 == nil }, first: place)]
    }
}

extension FieldCells {
    /// Cells that all hold the same.
    fileprivate init(repeating value: CellValue, type: FieldType, count: Int) {
        var column = Column(type: type)
        column.reserveCapacity(count)
        for _ in 0..<count { column.append(value) }
        self.init(column: column, unfitTexts: [:])
    }
}
