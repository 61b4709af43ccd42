/// The steps of ``SeparatedText/read(_:into:matching:options:style:progress:)``.
struct RecordImport<Input: TextInput> {
    let input: Input
    let options: SeparatedText.ReadingOptions
    let schema: Schema
    let matching: SeparatedText.Matching
    let style: SeparatedText.Style

    func read() async throws(TextError) -> ImportedRecords {
        let head = try await input.head(options)
        // With one field, an empty line is the first record.
        let startsEmpty = head.usualWidth == 1 && head.emptyLineCount > 0
        let isHeader = hasHeader(head, startsEmpty: startsEmpty)
        let first = (isHeader ? head.header : nil) ?? head.first?.cells ?? []
        let wanted = fields(ofColumns: max(first.count, widest), header: isHeader && !startsEmpty ? first : nil)
        let forms = LearntForms(head, columns: wanted.map { $0.map { schema[$0].type } }, isHeader: isHeader, options)
        let readers = wanted.enumerated().map { column, field in
            field.map { FittingReader(type: schema[$0].type, style: readingStyle, form: forms.form(ofColumn: column)) }
        }
        let last = wanted.lastIndex { $0 != nil } ?? 0
        var records = try await input.records(
            head, behindFirst: isHeader && !startsEmpty, widthLimit: max(last + 1, Schema.fieldLimit)
        ) { column in
            readers.indices.contains(column) ? readers[column].map { FittedCells($0) } : nil
        }
        let width = records.width
        let fields = Array(wanted.prefix(width)) + Array(repeating: nil, count: max(0, width - wanted.count))
        let emptyFirst = width == 1 && head.emptyLineCount > 0 ? head.emptyLineCount - (isHeader ? 1 : 0) : 0
        let header: [String?]? =
            isHeader ? (startsEmpty ? [nil] : first) + Array(repeating: nil, count: max(0, width - first.count)) : nil
        let left = width > 1 || options.leavesOutEmptyLines ? RecordIndexes(records.emptyRecords) : RecordIndexes()
        var columns = columns(&records, fields, emptyFirst: emptyFirst, without: left)
        for column in columns.indices where readers.indices.contains(column) {
            guard let reader = readers[column] else { continue }
            columns[column]?.readAgain(reader, options, forms.sign)
        }
        var count = emptyFirst + records.recordCount - left.count
        let texts = columns.compactMap { column -> String? in
            guard let column, count > 0, column.column.count == count else { return nil }
            return column.unfitTexts[count - 1] ?? column.column[count - 1].plainText
        }
        let hasTotal = TotalLine.isLast(of: columns.compactMap { $0?.column }, last: texts)
        if hasTotal, options.leavesOutTotal {
            count -= 1
            for place in columns.indices { columns[place]?.remove(at: RecordIndexes([count])) }
        }
        let decoding = await input.decoding
        return ImportedRecords(
            table: table(columns, fields, count: count), fields: fields, header: header,
            firstLine: FirstLine(options.header, hasHeader: isHeader, isEmpty: count == 0),
            notices: decoding.notices + notices(records),
            format: .separatedText(head.rules.separator), encoding: decoding.encoding,
            numberNotes: forms.notes { wanted[$0].map { schema[$0].name } },
            total: !hasTotal ? nil : options.leavesOutTotal ? .leftOut : .record,
            leftOut: head.first == nil && head.emptyLineCount == 0 ? [] : leftOut(fields, header))
    }

    /// Whether the first line of a text is a header.
    func hasHeader() async throws(TextError) -> Bool {
        let head = try await input.head(options)
        return hasHeader(head, startsEmpty: head.usualWidth == 1 && head.emptyLineCount > 0)
    }

    private var readingStyle: SeparatedText.Style {
        var style = style
        style.dateOrder = options.dateOrder
        return style
    }

    /// The greatest number of columns that may go to fields.
    private var widest: Int {
        guard case .chosen(let fields) = matching, let last = fields.keys.max() else { return schema.count }
        return max(last + 1, schema.count)
    }

    // MARK: Matching

    private func hasHeader(_ head: TextHead, startsEmpty: Bool) -> Bool {
        guard let line = head.first?.cells else { return options.header == .present && head.emptyLineCount > 0 }
        switch options.header {
        case .present: return true
        case .absent: return false
        case .detected:
            if startsEmpty { return false }
            if head.isHeaderEvident { return true }
            let names = line.compactMap { $0 }.filter { !$0.isEmpty }
            let known = names.count { schema.index(named: $0) != nil }
            if known > 0, known == names.count { return true }
            guard head.header != nil || !names.contains(where: ColumnSample.isValue) else { return false }
            return known > 0 && known * 2 >= names.count
                || head.sample.first.map { standsOverOthers(line, $0) } ?? false
        }
    }

    /// Whether the line has a text that does not fit its field above a value that does.
    private func standsOverOthers(_ line: [String?], _ next: [String?]) -> Bool {
        for (column, field) in fields(ofColumns: line.count, header: nil).enumerated() {
            guard let field, column < next.count, let above = line[column], let below = next[column] else { continue }
            let reader = FittingReader(type: schema[field].type, style: readingStyle)
            if reader.isUnfit(above), reader.read(below).plainText != nil, !reader.isUnfit(below) {
                return true
            }
        }
        return false
    }

    private func fields(ofColumns count: Int, header: [String?]?) -> [Int?] {
        matching.fields(
            ofColumns: count, header: header, in: schema,
            wanted: options.wantedColumns(header: header, count: count))
    }

    /// The columns that go to no field, although they are wanted.
    private func leftOut(_ fields: [Int?], _ header: [String?]?) -> [Int] {
        let wanted = options.wantedColumns(header: header, count: fields.count)
        return fields.indices.filter { column in
            fields[column] == nil && !matching.leavesOut(column) && wanted?.contains(column) ?? true
        }
    }

    // MARK: Reading

    /// The cells of each column that goes to a field, with empty cells first, and without some records.
    private func columns(
        _ records: inout ReadRecords<FittedCells.Piece>, _ fields: [Int?], emptyFirst: Int, without left: RecordIndexes
    ) -> [FittedCells.Piece?] {
        fields.indices.map { column in
            guard column < records.fields.count, let pieces = records.fields[column], let first = pieces.first else {
                return nil
            }
            records.fields[column] = nil
            var whole = first
            if emptyFirst > 0 {
                whole = FittedCells.Piece(column: Column(type: first.column.type))
                for _ in 0..<emptyFirst { whole.column.append(.empty) }
                whole.append(first)
            }
            for piece in pieces.dropFirst() { whole.append(piece) }
            if !left.isEmpty { whole.remove(at: left) }
            return whole
        }
    }

    private func table(_ columns: [FittedCells.Piece?], _ fields: [Int?], count: Int) -> RecordTable {
        let ids = RecordID.first(count)
        var cells = schema.fields.map { FieldCells(repeating: $0.initialValue, type: $0.type, count: 0) }
        for (field, definition) in schema.fields.enumerated() where !fields.contains(field) {
            cells[field] = FieldCells(repeating: definition.initialValue, type: definition.type, count: count)
        }
        for (column, field) in zip(columns, fields) {
            guard let field, let column else { continue }
            let unfit = column.unfitTexts.map { (ids[$0], $1) }
            cells[field] = FieldCells(column: column.column, unfitTexts: Dictionary(uniqueKeysWithValues: unfit))
        }
        return RecordTable(schema: schema, ids: ids, cells: cells)
    }

    /// Omits notices about extra cells: here, cells beyond the first line's are in columns like others.
    private func notices(_ records: ReadRecords<FittedCells.Piece>) -> [TextNotice] {
        records.findings.notices(
            ofSeveralFields: records.width > 1 || options.leavesOutEmptyLines, findsComments: options.comment == nil
        ).filter { $0.kind != .extraCells }
    }
}

extension FittedCells.Piece {
    /// Removes the cells at `places`.
    fileprivate mutating func remove(at places: RecordIndexes) {
        column.remove(at: places)
        let unfit = unfitTexts.compactMap { record, text in places.indexAfterRemoval(record).map { ($0, text) } }
        unfitTexts = Dictionary(uniqueKeysWithValues: unfit)
    }
}
