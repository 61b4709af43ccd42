/// Reads the whole document through a connection; a large one on two threads.
struct DocumentReader {
    /// The conditions of reading, apart from the file.
    struct Conditions: Sendable {
        /// Whether to read the history, which is not needed if the document cannot be edited.
        var readsHistory = true
        /// Files of at least this many bytes are read in two halves at the same time, and their first records are
        /// reported early.
        var largeFile = 4 << 20
        /// How many records are reported early.
        var beginning = 2_000
        /// How many of these precede the record that was at the top of the window.
        var beforeSight = 500
        /// How many records are in memory at a time while a document is searched: few enough for their cells to fit in
        /// the processor's cache.
        var batch = 4_096
        /// Called after the first reader has begun and before the second one does, for tests.
        var pause: @Sendable () -> Void = {}
    }

    let connection: SQLiteConnection
    /// The path that errors name.
    let path: String
    /// In bytes.
    let fileSize: Int
    var conditions: Conditions
    /// The identity of the last row of the journal.
    private(set) var lastRow: String?
    /// The journal as of this reading; later commits of others are news.
    private(set) var journal = Journal()
    /// The differences between memory and file.
    private(set) var repair = Repair()

    init(connection: SQLiteConnection, path: String, fileSize: Int, conditions: Conditions) {
        self.connection = connection
        self.path = path
        self.fileSize = fileSize
        self.conditions = conditions
    }

    private var isLarge: Bool { fileSize >= conditions.largeFile }

    /// - Parameters:
    ///   - second: reads the later half if the file is large.
    ///   - progress: called with the progress from 0 to 1, on any thread.
    ///   - place: where the user was last.
    ///   - beginning: called with some records of a large file before the others are read.
    mutating func read(
        with second: SecondReader, _ progress: ProgressHandler?, around place: RecordPlace?,
        beginning: (@Sendable (PartialDocument) -> Void)?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> DocumentContents {
        let second = try await begin(with: second)
        defer { connection.endLimit() }
        do throws(StorageError) {
            let contents = try await readContents(with: second, SharedProgress(progress), around: place, beginning)
            try connection.execute("COMMIT")
            return contents
        } catch {
            rollBack()
            throw error
        }
    }

    /// Begins a transaction.
    ///
    /// - Parameter second: also begins if the file is large.
    /// - Returns: the second reader if it has begun.
    func begin(
        with second: SecondReader, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> SecondReader? {
        try connection.limitReading(ofFileWithSize: fileSize)
        if isLarge { return try await connection.begin(with: second, pause: conditions.pause) ? second : nil }
        try connection.begin()
        return nil
    }

    /// Ends the transaction after an error.
    func rollBack() {
        // Nothing was written, and closing the connection ends it anyway.
        try? connection.execute("ROLLBACK")
    }

    /// Reads what is needed before records can be read.
    mutating func readHead(_ progress: SharedProgress) throws(StorageError) -> RecordReading {
        try connection.checkOwnTables()
        try checkTables()
        let (schema, columns) = try readSchema()
        return RecordReading(
            path: path, schema: schema, columns: columns,
            places: try OwnPlaces(connection),
            span: try RecordSpan(connection, fileSize: fileSize, fieldCount: schema.count), progress: progress)
    }

    /// Reads the saved views, and what must be known of the fields for that.
    mutating func readViews() throws(StorageError) -> [SavedView] {
        try connection.limitReading(ofFileWithSize: fileSize)
        defer { connection.endLimit() }
        try connection.begin()
        do throws(StorageError) {
            try connection.checkOwnTables()
            try checkTables()
            let (schema, _) = try readSchema()
            let views = try readSettings().views(for: schema)
            try connection.execute("COMMIT")
            return views
        } catch {
            rollBack()
            throw error
        }
    }

    private mutating func readContents(
        with second: SecondReader?, _ progress: SharedProgress, around place: RecordPlace?,
        _ beginning: (@Sendable (PartialDocument) -> Void)?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> DocumentContents {
        let reading = try readHead(progress)
        let (schema, places, span) = (reading.schema, reading.places, reading.span)
        // From here on the connection can tell when another program has written.
        _ = try connection.othersHaveWritten()
        lastRow = try connection.lastJournalRow()?.id
        journal = try Journal(connection)
        let (widths, settings) = (try readWidths(), try readSettings())
        if isLarge, let beginning {
            let start = try start(of: place, places)
            let count = conditions.beginning
            let part = RecordReading.Part(from: start.position, limit: count)
            let some = try reading.read(connection, part, capacity: count)
            let contents = DocumentContents(
                table: some.table(of: schema, places.places), fieldWidths: widths, settings: settings)
            beginning(
                PartialDocument(
                    contents: contents, likelyCount: span.likelyCount, recordsBefore: start.recordsBefore,
                    reachesEnd: some.ids.count < count))
        }
        let records = try await readRecords(reading, with: second)
        let table = repair.apply(records.table(of: schema, places.places), senselessPlaces: places.senseless)
        try progress.finish()
        let (history, hasWholeHistory) = try readHistory()
        var contents = DocumentContents(
            table: table, fieldWidths: widths, settings: settings, history: history, isMended: !repair.isEmpty)
        contents.hasWholeHistory = hasWholeHistory
        // After a repair, its numbers would differ from those in memory.
        if repair.isEmpty {
            contents.open = try connection.openEdits()
            if !contents.open.isEmpty { contents.origins = try connection.latestChanges() }
        }
        return contents
    }

    /// Reads all records.
    ///
    /// - Parameter second: reads the later half.
    func readRecords(
        _ reading: RecordReading, with second: SecondReader?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> RecordPart {
        let second = try recordsAreOurs() ? second : nil
        // With some spare room, because growing is expensive.
        let (middle, capacity) = (reading.span.middle, reading.span.likelyCount * 9 / 8)
        var (records, later) = try await together(with: second) { (connection) throws(StorageError) in
            // With room for the later half, which is appended.
            try reading.read(
                connection, RecordReading.Part(before: second == nil ? nil : middle), capacity: capacity)
        } later: { (connection, first) throws(StorageError) in
            try reading.read(
                connection, RecordReading.Part(from: middle), capacity: capacity / 2 + 1,
                recordsBefore: first?.ids.count ?? 0)
        }
        if let later { records.append(later) }
        return records
    }

    /// Runs two halves of some work at the same time.
    ///
    /// - Parameters:
    ///   - second: does the later half; `nil` if there is only the first.
    ///   - first: does the first half, or all of it.
    ///   - later: does the later half; if the second reader cannot, the first connection does it after the first half,
    ///     and passes the result of that.
    func together<Half: Sendable>(
        with second: SecondReader?, isolation: isolated (any Actor)? = #isolation,
        first: (SQLiteConnection) throws(StorageError) -> Half,
        later: @Sendable @escaping (SQLiteConnection, _ first: Half?) throws(StorageError) -> Half
    ) async throws(StorageError) -> (first: Half, later: Half?) {
        guard let second else { return (try first(connection), nil) }
        async let there = second.read { (connection) throws(StorageError) in try later(connection, nil) }
        let first = try first(connection)
        if let later = await there { return (first, later) }
        return (first, try later(connection, first))
    }

    /// Where the records to report early begin, so that they include those that were visible.
    private func start(
        of place: RecordPlace?, _ places: OwnPlaces
    ) throws(StorageError) -> (position: Int64?, recordsBefore: Int) {
        let before = conditions.beforeSight
        guard let place, place.index > before else { return (nil, 0) }
        let row = try connection.prepare("SELECT id FROM records WHERE id < ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2")
        try row.bind(places.places[place.record]?.after ?? place.record.rawValue, at: 1)
        try row.bind(Int64(before - 1), at: 2)
        return try row.step() ? (row[0].integer, place.index - before) : (nil, 0)
    }

    /// Checks that the document has exactly the one table that this version of Kiroku supports.
    private func checkTables() throws(StorageError) {
        // This table is only written; without it, edits could not be saved.
        _ = try connection.prepare("SELECT desk, since FROM desks")
        if try connection.number("SELECT count(*) FROM tables") == 0 {
            throw damaged(localized("The list of tables is invalid."))
        }
        let rows = try connection.prepare("SELECT id FROM tables UNION SELECT \"table\" FROM fields")
        var tables: [Int64] = []
        while tables.count < 2, try rows.step() { tables.append(rows[0].integer) }
        // This version cannot know how a later one uses several tables.
        guard tables == [Int64(TableID.only.rawValue)] else { throw .newerVersion(path: path) }
    }

    func recordsAreOurs() throws(StorageError) -> Bool {
        let row = try connection.prepare(CardFileFormat.recordsAreOurs)
        return try row.step() && row[0].integer == 1
    }

    /// The fields, and the columns of the file that hold them.
    mutating func readSchema() throws(StorageError) -> (Schema, columns: [String]) {
        let found = try readFieldIDs()
        let next = try readNextFieldID()
        let ids = RepairedFieldIDs(found, next: next, columns: try readColumnNumbers())
        let rows = try connection.cached("SELECT id, name, type, initial FROM fields ORDER BY place")
        defer { rows.reset() }
        let pictures = try readPictureFields()
        let formats = try readNumberFormats()
        let sources = try readInitialSources()
        let rules = FieldRules.lines(stored: try connection.property(CardFileFormat.rulesProperty) ?? "")
        let choices = FieldRules.lines(stored: try connection.property(CardFileFormat.choicesProperty) ?? "")
        var fields: [FieldDefinition] = []
        while try rows.step() {
            guard fields.count < ids.ids.count, rows[2].content == .text else { throw senselessFields }
            // Later versions of Kiroku may have other types of fields.
            guard let type = FieldType(rawValue: rows[2].text) else { throw .newerVersion(path: path) }
            guard let initial = rows.value(3, for: type),
                let field = try? FieldDefinition(
                    id: ids.ids[fields.count], name: rows[1].text, type: type, initialValue: initial,
                    isMarkedAsPicture: pictures.contains(Int(rows[0].integer)),
                    numberFormat: formats[rows[0].integer] ?? .asTyped
                ).with(sources[rows[0].integer]).with(readRules(rules[rows[0].integer], for: type))
                    .with(readChoices(choices[rows[0].integer]))
            else { throw senselessFields }
            fields.append(field)
        }
        guard !fields.isEmpty, let schema = try? Schema(fields: fields, nextFieldID: ids.next) else {
            throw senselessFields
        }
        repair.fields = ids.moves
        if !ids.moves.isEmpty || next > FieldID.range.upperBound { repair.schema = schema }
        return (schema, found.map { "f\($0)" })
    }

    /// The identifiers of the fields in order, each occurring once.
    private func readFieldIDs() throws(StorageError) -> [Int64] {
        let rows = try connection.cached("SELECT id FROM fields ORDER BY place")
        defer { rows.reset() }
        var ids: [Int64] = []
        while try rows.step() { ids.append(rows[0].integer) }
        guard ids.allSatisfy({ $0 >= FieldID.range.lowerBound }), Set(ids).count == ids.count else {
            throw senselessFields
        }
        return ids
    }

    private func readColumnNumbers() throws(StorageError) -> Set<Int64> {
        Set(try connection.fieldColumns().compactMap(FieldID.number(ofColumn:)))
    }

    private var senselessFields: StorageError { damaged(localized("The list of fields is invalid.")) }

    private func readPictureFields() throws(StorageError) -> Set<Int> {
        let identifiers = try connection.property(CardFileFormat.pictureFieldsProperty) ?? ""
        return Set(identifiers.split(separator: ",").compactMap { Int($0) })
    }

    /// Skips damaged formats: the numbers are shown as typed, and no values are lost.
    private func readNumberFormats() throws(StorageError) -> [Int64: NumberFormat] {
        guard let text = try connection.property(CardFileFormat.numberFormatsProperty) else { return [:] }
        let (formats, damagedCount) = NumberFormat.formats(stored: text)
        if damagedCount > 0 { Reports.error("KRK_ST_NF", "\(damagedCount) damaged number formats are left out") }
        return formats
    }

    /// Skips damaged sources: new records begin with an empty cell there.
    private func readInitialSources() throws(StorageError) -> [Int64: InitialSource] {
        guard let text = try connection.property(CardFileFormat.initialSourcesProperty) else { return [:] }
        let (sources, damagedCount) = InitialSource.sources(stored: text)
        if damagedCount > 0 { Reports.error("KRK_ST_IS", "\(damagedCount) damaged initial sources are left out") }
        return sources
    }

    /// Skips damaged rules: they mark nothing.
    private func readRules(_ stored: String?, for type: FieldType) -> FieldRules {
        guard let stored else { return FieldRules() }
        if let rules = FieldRules(stored: stored, for: type) { return rules }
        Reports.error("KRK_ST_RU", "damaged rules are left out")
        return FieldRules()
    }

    /// Skips damaged choices: the field then offers none.
    private func readChoices(_ stored: String?) -> [ChoiceOption] {
        guard let stored else { return [] }
        if let choices = [ChoiceOption](stored: stored) { return choices }
        Reports.error("KRK_ST_CH", "damaged choices are left out")
        return []
    }

    private mutating func readSettings() throws(StorageError) -> DocumentSettings {
        let rows = try connection.prepare("SELECT name, value FROM properties")
        let prefix = CardFileFormat.settingPrefix
        var texts: [String: String] = [:]
        while try rows.step() {
            let name = rows[0].text
            guard name.hasPrefix(prefix), rows[1].content == .text else { continue }
            texts[String(name.dropFirst(prefix.count))] = rows[1].text
        }
        var settings = DocumentSettings(stored: texts)
        for move in repair.fields {
            settings.fieldLines.add(move.new, inPlaceOf: FieldID(rawValue: Int(move.old)))
        }
        repair.settings = settings.differences(from: DocumentSettings(stored: texts))
        return settings
    }

    /// The steps to undo; empty after a repair, because their numbers would differ from those in memory.
    private func readHistory() throws(StorageError) -> (UndoHistory, isWhole: Bool) {
        guard conditions.readsHistory, repair.isEmpty else { return (UndoHistory(), true) }
        return try connection.undoHistory()
    }

    private func readNextFieldID() throws(StorageError) -> Int64 {
        guard let number = try connection.property(CardFileFormat.nextFieldIDProperty).flatMap(Int64.init),
            number >= FieldID.range.lowerBound
        else { throw senselessFields }
        return number
    }

    private func readWidths() throws(StorageError) -> [FieldID: Int] {
        let rows = try connection.prepare("SELECT field, width FROM widths")
        var widths: [FieldID: Int] = [:]
        while try rows.step() {
            let field = rows[0].integer
            let id = repair.fields.first { $0.old == field }?.new ?? FieldID(rawValue: Int(field))
            let width = Int(rows[1].integer)
            guard FieldID.range.contains(id.rawValue), ColumnWidth.range.contains(width) else { continue }
            widths[id] = width
        }
        return widths
    }

    private func damaged(_ reason: String) -> StorageError {
        .damaged(path: path, reason: reason)
    }
}
