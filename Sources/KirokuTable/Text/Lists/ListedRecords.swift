/// Gathers the records of a list of lists, or of a list of named values, into a table.
struct ListedRecords: ~Copyable {
    /// The role of the first list.
    private enum Header {
        /// It is still to come, and may hold the names.
        case awaited
        /// It holds the names, or may hold them, which the records below it decide.
        case held([KeptValue], isCertain: Bool)
        /// It is a record like the others.
        case none
    }

    private(set) var recordCount = 0
    /// Whether the options say that the first list holds the names.
    private let isHeaderCertain: Bool
    private let options: SeparatedText.ReadingOptions
    private var header: Header
    private var columns: [ListedCells] = []
    /// The names of the columns, if the values have names.
    private var names: [String] = []
    private var places: [String: Int] = [:]
    /// The number of values of the current record, and the values while a header is awaited.
    private var width = 0
    private var awaited: [KeptValue] = []
    private var evenness = RecordEvenness()

    /// - Parameters:
    ///   - options: only the header, the types and the forms are used.
    ///   - mayHaveHeader: whether the first list may hold the names if the options do not say so.
    init(_ options: SeparatedText.ReadingOptions, mayHaveHeader: Bool) {
        self.options = options
        switch options.header {
        case .present: header = .awaited
        case .detected where mayHaveHeader: header = .awaited
        default: header = .none
        }
        isHeaderCertain = options.header == .present
    }

    /// Adds the next value of a record without names.
    ///
    /// - Throws: ``TextError/tooManyListedFields(found:limit:)``.
    mutating func add(_ value: ListedValue) throws(TextError) {
        if case .awaited = header {
            awaited.append(value.kept)
            if awaited.count > Schema.fieldLimit { throw tooManyFields }
            return
        }
        if width == columns.count { try addColumn() }
        columns[width].fill(to: recordCount)
        columns[width].add(value)
        width += 1
    }

    /// The index of the column with a name, for the next value of a record with names.
    ///
    /// - Throws: ``TextError/repeatedName(_:record:)``, ``TextError/tooManyListedFields(found:limit:)``.
    mutating func column(named utf8: UnsafeBufferPointer<UInt8>) throws(TextError) -> Int {
        header = .none
        defer { width += 1 }
        // Most records have the same names in the same order.
        if width < names.count, names[width].utf8.elementsEqual(utf8), columns[width].count <= recordCount {
            return width
        }
        let name = String(decoding: utf8, as: UTF8.self)
        let place = places[name] ?? columns.count
        if place == columns.count {
            try addColumn()
            names.append(name)
            places[name] = place
        }
        guard columns[place].count <= recordCount else { throw .repeatedName(name, record: recordCount + 1) }
        return place
    }

    /// Adds a value of a record with names.
    mutating func add(_ value: ListedValue, to column: Int) {
        columns[column].fill(to: recordCount)
        columns[column].add(value)
    }

    /// - Throws: ``TextError/tooLarge``, ``TextError/tooManyListedFields(found:limit:)``.
    mutating func endRecord() throws(TextError) {
        if case .awaited = header {
            let cells = awaited
            awaited = []
            if isHeaderCertain || Self.mayBeHeader(cells) {
                header = .held(cells, isCertain: isHeaderCertain)
                return
            }
            header = .none
            for cell in cells { try add(cell) }
        }
        if names.isEmpty { evenness.add(width) }
        width = 0
        recordCount += 1
        if recordCount * columns.count > CellLimit.count { throw .tooLarge }
    }

    /// The table, whether the fields have names from the text, and notices.
    mutating func finished() -> (table: RecordTable, hadHeader: Bool, notices: [TextNotice]) {
        var cells = columns.map { column in
            column.fill(to: recordCount)
            return column.finished(keepsForms: options.keepsForms || !options.fieldTypes.isEmpty)
        }
        columns = []
        var header: [String?]? = names.isEmpty ? nil : names
        var firstRecord: [KeptValue]?
        if case .held(let held, let isCertain) = self.header {
            let missing = max(0, cells.count - held.count)
            let texts = held.map(\.plainText) + Array(repeating: nil, count: missing)
            let columns = cells.map { ColumnSample(of: $0.column.type) }
            if isCertain || HeaderRule(first: texts, over: columns).isHeader {
                header = texts
            } else {
                firstRecord = held + Array(repeating: .empty, count: missing)
                evenness.addFirst(held.count)
            }
        }
        let width = max(cells.count, header?.count ?? 0, firstRecord?.count ?? 0, 1)
        for _ in cells.count..<width {
            cells.append(ListedCells.empties(recordCount))
        }
        if let firstRecord {
            // If the first list is not names, all fields hold texts.
            cells = zip(firstRecord, cells).map { $1.behind($0) }
            recordCount += 1
        }
        let fieldNames = header.map { FieldNames(header: $0) } ?? FieldNames(count: width)
        var notices = evenness.notices
        if fieldNames.mended.count > 0 {
            notices.append(
                TextNotice(
                    kind: .mendedName, count: fieldNames.mended.count, first: TextPosition(line: 1, column: 1)))
        }
        return (table(fieldNames.names, cells), header != nil, notices)
    }

    private func table(_ names: [String], _ cells: [ListedCells.Gathered]) -> RecordTable {
        let chosen = options.chosenTypes(of: names)
        let cells = cells.enumerated().map { $1.texts(if: options.keepsForms || chosen[$0] != nil) }
        let schema: Schema
        do {
            schema = try Schema(names: names, types: cells.map(\.column.type))
        } catch {
            preconditionFailure("names and types were made to fit: \(error)")
        }
        let ids = RecordID.first(recordCount)
        return RecordTable(
            schema: schema, ids: ids,
            cells: cells.map { cells in
                let unfit = cells.unfitTexts.map { (ids[$0], $1) }
                return FieldCells(column: cells.column, unfitTexts: Dictionary(uniqueKeysWithValues: unfit))
            })
    }

    private mutating func add(_ value: KeptValue) throws(TextError) {
        guard case .text(var text) = value else {
            return try add(value.map { _ in UnsafeBufferPointer(start: nil, count: 0) })
        }
        let result = text.withUTF8 { utf8 in Result { () throws(TextError) in try add(ListedValue.text(utf8)) } }
        try result.get()
    }

    private mutating func addColumn() throws(TextError) {
        guard columns.count < Schema.fieldLimit else { throw tooManyFields }
        columns.append(ListedCells(types: options.typesOfLists ?? options.types))
    }

    private var tooManyFields: TextError {
        .tooManyListedFields(found: max(columns.count, awaited.count - 1) + 1, limit: Schema.fieldLimit)
    }

    /// Whether a list alone may hold names.
    private static func mayBeHeader(_ cells: [KeptValue]) -> Bool {
        let texts = cells.map { cell in if case .text(let text) = cell { text } else { nil as String? } }
        return texts.contains { $0?.isEmpty == false }
            && texts.allSatisfy { $0.map { !ColumnSample.isValue($0) } ?? false }
    }
}

/// Counts the lists with fewer values than the longest.
private struct RecordEvenness {
    private var count = 0
    private var widest = 0
    private var widestCount = 0
    private var firstShort: Int?

    mutating func add(_ width: Int) {
        if width > widest {
            firstShort = count > 0 ? 0 : nil
            (widest, widestCount) = (width, 0)
        }
        if width == widest { widestCount += 1 } else { firstShort = firstShort ?? count }
        count += 1
    }

    /// Adds a record before all others.
    mutating func addFirst(_ width: Int) {
        if width > widest {
            firstShort = count > 0 ? 1 : nil
            (widest, widestCount) = (width, 1)
        } else {
            firstShort = width < widest ? 0 : firstShort.map { $0 + 1 }
            if width == widest { widestCount += 1 }
        }
        count += 1
    }

    var notices: [TextNotice] {
        guard let firstShort else { return [] }
        let place = TextPosition(line: firstShort + 1, column: 1)
        return [TextNotice(kind: .unevenRecords, count: count - widestCount, first: place)]
    }
}

extension ListedCells {
    fileprivate static func empties(_ count: Int) -> Gathered {
        let cells = ListedCells(types: .text)
        cells.fill(to: count)
        return cells.finished()
    }
}

extension ListedCells.Gathered {
    /// The cells as texts if their numbers may have another form, and that is wanted.
    fileprivate func texts(if isWanted: Bool) -> Self {
        guard isWanted, let written else { return self }
        return Self(column: .string(written), unfitTexts: [:])
    }

    /// The cells with `first`, which may be empty, before them; all of them become texts.
    fileprivate func behind(_ first: KeptValue) -> Self {
        var whole = Column(type: .string)
        whole.append(first.plainText.map(CellValue.string) ?? .empty)
        whole.append(column)
        return Self(column: whole, unfitTexts: [:])
    }
}
