import Synchronization

/// The steps of ``SeparatedText/read(_:options:progress:)``: examine the beginning, read the fields, and decide what
/// the first line is.
struct SeparatedTextReader<Input: TextInput> {
    let input: Input
    let options: SeparatedText.ReadingOptions

    /// Reads the table; also returns the start of the record with the first stray quote, unless that is the first
    /// record.
    func read() async throws(TextError) -> (text: ImportedText, firstStrayRecord: Int?) {
        let head = try await input.head(options)
        var header = head.header
        let chosen = options.chosenTypes(of: FieldNames(header: header, count: head.usualWidth).names)
        let wanted = options.wantedColumns(header: header, count: head.usualWidth)
        var records = try await input.records(
            head, behindFirst: header != nil, widthLimit: max((wanted?.max() ?? 0) + 1, Schema.fieldLimit)
        ) { field in
            wanted?.contains(field) ?? true ? GuessedCells(options.guesses(as: chosen[field])) : nil
        }
        guard wanted != nil || records.width <= Schema.fieldLimit else {
            throw .tooManyFields(found: records.width, limit: Schema.fieldLimit)
        }
        // With one field, an empty line is the first record.
        var emptyFirst = records.width == 1 ? head.emptyLineCount : 0
        let startsEmpty = emptyFirst > 0
        if startsEmpty, options.header == .present {
            header = [nil]
            emptyFirst -= 1
        } else if startsEmpty {
            header = nil
        }
        if startsEmpty, head.header != nil, let first = head.first {
            records.putFirst(first.cells.map { cell in cell.flatMap { head.rules.isMissing($0) ? nil : $0 } }) {
                GuessedCells(options.guesses(as: chosen[$0]))
            }
        }
        if emptyFirst > 0 { records.putEmptyFirst(emptyFirst) }
        let names = FieldNames(header: header, count: records.fields.count)
        let types = records.fields.enumerated().map { field, pieces in
            if let type = chosen[field] { return GuessedPiece.type(of: pieces ?? [], chosen: type) }
            let type = GuessedPiece.type(of: pieces ?? [])
            return type == .time && VersionRule.namesSpans(names.names[field]) ? .string : type
        }
        let kept = records.fields.indices.filter { records.fields[$0] != nil }
        let keptNames = kept.map { names.names[$0] }
        let fields = await fields(kept, keptNames, &records, types, chosen, head.rules.separator)
        if Task.isCancelled { throw .cancelled }
        let decoding = await input.decoding
        let notices =
            decoding.notices
            + records.findings.notices(
                ofSeveralFields: leavesOutEmptyLines(records), findsComments: options.comment == nil)
            + notices(names, startsEmpty ? nil : head)
        var typing = options
        typing.foundDecimalSign = fields.decimalSign
        var (table, notes) = try fields.table(named: keptNames).readingDates(options).retyped(by: typing)
        // If reading stopped early, the last record is not the last line.
        let hasTotal = records.isWhole && TotalLine.isLast(of: table)
        if hasTotal, options.leavesOutTotal {
            table = TotalLine.removed(from: table) { options.types == .detected && chosen[kept[$0]] == nil }
        }
        let text = ImportedText(
            table: table,
            notices: notices,
            format: .separatedText(head.rules.separator),
            hadHeader: header != nil,
            firstLine: FirstLine(options.header, hasHeader: header != nil, isEmpty: table.count == 0),
            encoding: decoding.encoding, isWhole: records.isWhole, namesSeparator: head.namesSeparator,
            numberNotes: fields.notes + notes,
            total: !hasTotal ? nil : options.leavesOutTotal ? .leftOut : .record)
        return (text, records.firstStrayRecord == head.first?.start ? nil : records.firstStrayRecord)
    }

    private func leavesOutEmptyLines(_ records: ReadRecords<GuessedPiece>) -> Bool {
        records.width > 1 || options.leavesOutEmptyLines
    }

    /// The fields of the table, without the records that are empty lines.
    ///
    /// If other fields have decimal commas, numbers that all have three decimals, or none, are texts at first. Values
    /// of a chosen type do not show the decimal sign of the text, because any number may be among them.
    private func fields(
        _ kept: [Int], _ names: [String], _ records: inout ReadRecords<GuessedPiece>, _ types: [FieldType],
        _ chosen: [Int: FieldType], _ separator: SeparatedText.Separator
    ) async -> ReadFields {
        let formats = kept.map { GuessedPiece.format(of: records.fields[$0] ?? [], type: types[$0]) }
        let late = kept.indices.filter { place in
            let type = types[kept[place]]
            if chosen[kept[place]] != nil { return !type.holdsText }
            return type.kind.guess is GuessedFloats.Type && type.mayBeThousands(records.fields[kept[place]] ?? [])
        }
        let early = kept.indices.filter { !late.contains($0) }
        var fields = ReadFields(
            await columns(early.map { (kept[$0], types[kept[$0]]) }, &records), at: early, formats)
        await fields.findNumbers()
        let usesComma = fields.usesComma(options)
        let lateTypes = late.map { place in
            let type = types[kept[place]]
            return usesComma && type.mayBeThousands(records.fields[kept[place]] ?? []) ? .string : type
        }
        fields.add(await columns(zip(late, lateTypes).map { (kept[$0], $1) }, &records), at: late)
        await fields.readNumbers(options, names, separator)
        return fields
    }

    /// These columns, made in parallel.
    private func columns(
        _ wanted: [(field: Int, type: FieldType)], _ records: inout ReadRecords<GuessedPiece>
    ) async -> [Column] {
        let left = leavesOutEmptyLines(records) ? RecordIndexes(records.emptyRecords) : RecordIndexes()
        let fields = wanted.map { FieldPieces(records.fields[$0.field] ?? [], $0.type) }
        for (field, _) in wanted { records.fields[field] = nil }
        return await Parallel.map(fields) { field in
            var column = field.column()
            if !left.isEmpty { column.remove(at: left) }
            return column
        }
    }

    /// - Parameter head: `nil` if the header is the empty line with which the text begins.
    private func notices(_ names: FieldNames, _ head: TextHead?) -> [TextNotice] {
        guard names.mended.count > 0 else { return [] }
        let first = head?.position(ofCell: names.mended.first) ?? TextPosition(line: 1, column: 1)
        return [TextNotice(kind: .mendedName, count: names.mended.count, first: first)]
    }
}

extension ReadRecords<GuessedPiece> {
    /// Inserts a record before all others.
    ///
    /// - Parameter make: creates the gatherer of a field's cells.
    fileprivate mutating func putFirst(_ cells: [String?], _ make: (Int) -> GuessedCells) {
        for field in fields.indices {
            let gatherer = make(field)
            if field < cells.count, let text = cells[field] {
                gatherer.take(text)
            } else {
                gatherer.takeEmpty(count: 1)
            }
            fields[field]?.insert(gatherer.finished(), at: 0)
        }
        emptyRecords = emptyRecords.map { $0 + 1 }
    }

    /// Inserts empty records before all others.
    fileprivate mutating func putEmptyFirst(_ count: Int) {
        for field in fields.indices { fields[field]?.insert(.empty(count), at: 0) }
    }
}

extension GuessedCells {
    /// Takes one text.
    package func take(_ text: String) {
        var quoted = TextBuffer()
        var text = text
        text.withUTF8 { text in
            // As it would be in a file.
            quoted.append(ASCII.quote)
            quoted.append(text, where: { $0 == ASCII.quote }) { _, buffer in buffer.append("\"\"") }
            quoted.append(ASCII.quote)
        }
        _ = quoted.room(for: CellScanner.padding)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2) { starts in
            starts[0] = 0
            starts[1] = UInt32(clamping: quoted.count + 1)
            guard let start = quoted.bytes.baseAddress, let first = starts.baseAddress else { return }
            take(BatchCells(text: start, starts: first, stride: 2, count: 1))
        }
    }
}

/// The pieces of a field, passed to the task that makes a column of them.
private final class FieldPieces: Sendable {
    private let pieces: Mutex<[GuessedPiece]>
    private let type: FieldType

    init(_ pieces: [GuessedPiece], _ type: FieldType) {
        self.pieces = Mutex(pieces)
        self.type = type
    }

    func column() -> Column {
        pieces.withLock { GuessedPiece.column(of: &$0, type: type) }
    }
}
