/// Reads the whole document through a connection; a large one on two threads.
struct DocumentReader {
    /// What the reading depends on, besides the file.
    struct Conditions: Sendable {
        /// Whether the steps of the history are of use, as they are not where nothing can be edited.
        var readsHistory = true
        /// In files of so many bytes and more, the later half of the records is read at the same time, and the first
        /// ones are told of before all are there.
        var largeFile = 4 << 20
        /// How many records are told of then.
        var beginning = 2_000
        /// How many of these come before the one that was in sight first.
        var beforeSight = 500
        /// Is run between the beginnings of both readers, for tests.
        var pause: @Sendable () -> Void = {}
    }

    let connection: SQLiteConnection
    /// As errors name it.
    let path: String
    /// In bytes.
    let fileSize: Int
    /// Of the form that the document has.
    let version: Int32
    let conditions: Conditions
    /// Where the steps of the history stand in the file.
    private(set) var history = HistoryTable()
    /// The mark of the last commit to the file.
    private(set) var mark: String?
    /// What is otherwise in memory than in the file.
    private(set) var mending = Mending()

    init(connection: SQLiteConnection, path: String, fileSize: Int, version: Int32, conditions: Conditions) {
        self.connection = connection
        self.path = path
        self.fileSize = fileSize
        self.version = version
        self.conditions = conditions
    }

    private var isLarge: Bool { fileSize >= conditions.largeFile }

    /// - Parameters:
    ///   - second: reads along if the file is large.
    ///   - progress: is told how far it has come, from 0 to 1, on any thread.
    ///   - place: where the user was last.
    ///   - beginning: is told some records of a large file, before the others are read.
    mutating func read(
        with second: SecondReader, _ progress: ProgressHandler?, around place: RecordPlace?,
        beginning: (@Sendable (PartialDocument) -> Void)?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> DocumentContents {
        try connection.limitReading(ofFileWithSize: fileSize)
        defer { connection.endLimit() }
        var second: SecondReader? = second
        if isLarge, let reader = second, try await connection.begin(with: reader, pause: conditions.pause) {
            second = reader
        } else {
            second = nil
            if !isLarge { try connection.begin() }
        }
        let contents: DocumentContents
        do throws(StorageError) {
            contents = try await readContents(with: second, SharedProgress(progress), around: place, beginning)
        } catch {
            // Nothing was written; the transaction ends with the connection at the latest.
            try? connection.execute("ROLLBACK")
            throw error
        }
        try connection.execute("COMMIT")
        return contents
    }

    private mutating func readContents(
        with second: SecondReader?, _ progress: SharedProgress, around place: RecordPlace?,
        _ beginning: (@Sendable (PartialDocument) -> Void)?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> DocumentContents {
        try connection.checkOwnTables(version: version)
        try checkTables()
        let (schema, columns) = try readSchema()
        // From here on the connection knows when somebody else writes.
        _ = try connection.othersHaveWritten()
        mark = try connection.property(CardFileFormat.lastCommitProperty)
        let (widths, settings) = (try readWidths(), try readSettings())
        let span = try RecordSpan(connection, fileSize: fileSize, fieldCount: schema.count)
        let places = version == 1 ? OwnPlaces() : try OwnPlaces(connection)
        let reading = RecordReading(
            path: path, schema: schema, columns: columns, places: places, span: span, progress: progress)
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
        let table = mending.mend(records.table(of: schema, places.places), senselessPlaces: places.senseless)
        try progress.finish()
        return DocumentContents(
            table: table, fieldWidths: widths, settings: settings, history: try readHistory(of: table),
            isMended: !mending.isEmpty, isOfEarlierVersion: version < CardFileFormat.version)
    }

    private func readRecords(
        _ reading: RecordReading, with second: SecondReader?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> RecordPart {
        // With room for a few more, as growing costs much.
        let (middle, capacity) = (reading.span.middle, reading.span.likelyCount * 9 / 8)
        guard let second, try recordsAreOurs() else {
            return try reading.read(connection, RecordReading.Part(), capacity: capacity)
        }
        async let later = second.read(reading, from: middle, capacity: capacity / 2 + 1)
        // With room for the others, which come behind these.
        var records = try reading.read(connection, RecordReading.Part(before: middle), capacity: capacity)
        if let later = await later {
            records.append(later)
        } else {
            let later = try reading.read(
                connection, RecordReading.Part(from: middle), capacity: capacity / 2 + 1,
                recordsBefore: records.ids.count)
            records.append(later)
        }
        return records
    }

    /// From where records are told of, so that those that were in sight are among them.
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

    /// Makes sure that there is the one table that this version of Kiroku knows.
    private func checkTables() throws(StorageError) {
        guard version > 1 else { return }
        // It is written to only; without it, edits could not be saved.
        _ = try connection.prepare("SELECT desk, since FROM desks")
        if try connection.number("SELECT count(*) FROM tables") == 0 {
            throw damaged(localized("The list of the tables makes no sense."))
        }
        let rows = try connection.prepare("SELECT id FROM tables UNION SELECT \"table\" FROM fields")
        var tables: [Int64] = []
        while tables.count < 2, try rows.step() { tables.append(rows[0].integer) }
        // Which of its tables a later version shows, and what it knows of them, is not known here.
        guard tables == [Int64(TableID.only.rawValue)] else { throw .newerVersion(path: path) }
    }

    private func recordsAreOurs() throws(StorageError) -> Bool {
        let row = try connection.prepare(CardFileFormat.recordsAreOurs)
        return try row.step() && row[0].integer == 1
    }

    /// The fields, and the columns of the file that hold them.
    private mutating func readSchema() throws(StorageError) -> (Schema, columns: [String]) {
        let found = try readFieldIDs()
        let next = try readNextFieldID()
        let ids = MendedFieldIDs(found, next: next, columns: try readColumnNumbers())
        let rows = try connection.prepare("SELECT id, name, type, initial FROM fields ORDER BY place")
        let pictures = try readPictureFields()
        var fields: [FieldDefinition] = []
        while try rows.step() {
            guard fields.count < ids.ids.count, rows[2].content == .text else { throw senselessFields }
            // Later versions of Kiroku have kinds of fields that are not known here.
            guard let type = FieldType(rawValue: rows[2].text) else { throw .newerVersion(path: path) }
            guard let initial = rows.value(3, for: type),
                let field = try? FieldDefinition(
                    id: ids.ids[fields.count], name: rows[1].text, type: type, initialValue: initial,
                    isMarkedAsPicture: pictures.contains(Int(rows[0].integer)))
            else { throw senselessFields }
            fields.append(field)
        }
        guard !fields.isEmpty, let schema = try? Schema(fields: fields, nextFieldID: ids.next) else {
            throw senselessFields
        }
        mending.fields = ids.moves
        if !ids.moves.isEmpty || next > FieldID.range.upperBound { mending.schema = schema }
        return (schema, found.map { "f\($0)" })
    }

    /// The identifiers of the fields in their order, each there once.
    private func readFieldIDs() throws(StorageError) -> [Int64] {
        let rows = try connection.prepare("SELECT id FROM fields ORDER BY place")
        var ids: [Int64] = []
        while try rows.step() { ids.append(rows[0].integer) }
        guard ids.allSatisfy({ $0 >= FieldID.range.lowerBound }), Set(ids).count == ids.count else {
            throw senselessFields
        }
        return ids
    }

    private func readColumnNumbers() throws(StorageError) -> Set<Int64> {
        Set(try connection.fieldColumns().compactMap(CardFileFormat.number(ofColumn:)))
    }

    private var senselessFields: StorageError { damaged(localized("The list of the fields makes no sense.")) }

    private func readPictureFields() throws(StorageError) -> Set<Int> {
        let identifiers = try connection.property(CardFileFormat.pictureFieldsProperty) ?? ""
        return Set(identifiers.split(separator: ",").compactMap { Int($0) })
    }

    private mutating func readSettings() throws(StorageError) -> DocumentSettings {
        let rows = try connection.prepare("SELECT name, value FROM properties")
        let prefix = CardFileFormat.settingPrefix(version: version)
        var texts: [String: String] = [:]
        while try rows.step() {
            let name = rows[0].text
            guard name.hasPrefix(prefix), rows[1].content == .text else { continue }
            texts[String(name.dropFirst(prefix.count))] = rows[1].text
        }
        var settings = DocumentSettings(stored: texts)
        for move in mending.fields {
            settings.fieldLines.note(move.new, inPlaceOf: FieldID(rawValue: Int(move.old)))
        }
        mending.settings = settings.differences(from: DocumentSettings(stored: texts))
        return settings
    }

    /// The history, if it is of this state of the document: other programs and earlier versions change records without it.
    private mutating func readHistory(of table: RecordTable) throws(StorageError) -> UndoHistory {
        guard conditions.readsHistory, try connection.lastCommitIsOurs() else { return UndoHistory() }
        do {
            let found = try history.read(connection, mending, of: table)
            if version < CardFileFormat.version || !mending.isEmpty { mending.history = found }
            return found
        } catch {
            // There is no such table, or it is something else: the document is as good without.
            return UndoHistory()
        }
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
            let id = mending.fields.first { $0.old == field }?.new ?? FieldID(rawValue: Int(field))
            guard FieldID.range.contains(id.rawValue), CardFileFormat.widths.contains(rows[1].integer) else { continue }
            widths[id] = Int(rows[1].integer)
        }
        return widths
    }

    private func damaged(_ reason: String) -> StorageError {
        .damaged(path: path, reason: reason)
    }
}
