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
    let conditions: Conditions
    /// Where the steps of the history stand in the file.
    private(set) var history = HistoryTable()
    /// The mark of the last commit to the file.
    private(set) var mark: String?
    /// What is otherwise in memory than in the file.
    private(set) var mending = Mending()

    init(connection: SQLiteConnection, path: String, fileSize: Int, conditions: Conditions) {
        self.connection = connection
        self.path = path
        self.fileSize = fileSize
        self.conditions = conditions
    }

    private var isLarge: Bool { fileSize >= conditions.largeFile }

    /// - Parameters:
    ///   - second: reads along if the file is large.
    ///   - progress: is told how far it has come, from 0 to 1, on any thread.
    ///   - place: where the user was last.
    ///   - beginning: is told some records of a large file, before the others are read.
    mutating func read(
        with second: SecondReader, _ progress: CardFile.ProgressHandler?, around place: RecordPlace?,
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
        try connection.checkOwnTables()
        let (schema, columns) = try readSchema()
        // From here on the connection knows when somebody else writes.
        _ = try connection.othersHaveWritten()
        mark = try connection.property(CardFileFormat.lastCommitProperty)
        let (widths, settings) = (try readWidths(), try readSettings())
        let span = try RecordSpan(connection, fileSize: fileSize, fieldCount: schema.count)
        let reading = RecordReading(path: path, schema: schema, columns: columns, span: span, progress: progress)
        if isLarge, let beginning {
            let start = try start(of: place)
            let count = conditions.beginning
            let some = try reading.read(connection, .some(from: start.id, count: count), capacity: count)
            let contents = DocumentContents(
                table: RecordTable(schema: schema, ids: some.ids, cells: some.cells), fieldWidths: widths,
                settings: settings)
            beginning(
                PartialDocument(
                    contents: contents, likelyCount: span.likelyCount, recordsBefore: start.recordsBefore,
                    reachesEnd: some.ids.count < count))
        }
        var records = try await readRecords(reading, with: second)
        mending.records = records.mend()
        try progress.finish()
        return DocumentContents(
            table: RecordTable(schema: schema, ids: records.ids, cells: records.cells), fieldWidths: widths,
            settings: settings, history: try readHistory())
    }

    private func readRecords(
        _ reading: RecordReading, with second: SecondReader?, isolation: isolated (any Actor)? = #isolation
    ) async throws(StorageError) -> RecordPart {
        let (middle, capacity) = (reading.span.middle, reading.span.likelyCount)
        guard let second, try recordsAreOurs() else {
            return try reading.read(connection, .all, capacity: capacity)
        }
        async let later = second.read(reading, from: middle, capacity: capacity / 2 + 1)
        // With room for the others, which come behind these.
        var records = try reading.read(connection, .before(middle), capacity: capacity)
        if let later = await later {
            records.append(later)
        } else {
            let later = try reading.read(
                connection, .from(middle), capacity: capacity / 2 + 1, recordsBefore: records.ids.count)
            records.append(later)
        }
        return records
    }

    /// From where records are told of, so that those that were in sight are among them.
    private func start(of place: RecordPlace?) throws(StorageError) -> (id: Int64, recordsBefore: Int) {
        let first = (id: RecordID.range.lowerBound, recordsBefore: 0)
        let before = conditions.beforeSight
        guard let place, place.index > before else { return first }
        let row = try connection.prepare("SELECT id FROM records WHERE id < ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2")
        try row.bind(place.record.rawValue, at: 1)
        try row.bind(Int64(before - 1), at: 2)
        return try row.step() ? (row[0].integer, place.index - before) : first
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
            guard fields.count < ids.ids.count, let type = FieldType(rawValue: rows[2].text),
                let initial = rows.value(3, for: type),
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
        var texts: [String: String] = [:]
        while try rows.step() {
            let name = rows[0].text
            guard name.hasPrefix(CardFileFormat.settingPrefix), rows[1].content == .text else { continue }
            texts[String(name.dropFirst(CardFileFormat.settingPrefix.count))] = rows[1].text
        }
        var settings = DocumentSettings(stored: texts)
        for move in mending.fields {
            settings.fieldLines.note(move.new, inPlaceOf: FieldID(rawValue: Int(move.old)))
        }
        mending.settings = settings.differences(from: DocumentSettings(stored: texts))
        return settings
    }

    /// The history, if it is of this state of the document: other programs and earlier versions change records without it.
    private mutating func readHistory() throws(StorageError) -> UndoHistory {
        // Its steps name fields as they were in the file.
        guard conditions.readsHistory, mending.fields.isEmpty, try connection.lastCommitIsOurs() else {
            return UndoHistory()
        }
        do {
            return try history.read(connection)
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
