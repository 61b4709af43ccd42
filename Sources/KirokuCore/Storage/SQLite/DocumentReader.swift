/// Reads the whole document through a connection.
struct DocumentReader {
    let connection: SQLiteConnection
    /// As errors name it.
    let path: String
    /// Whether the steps of the history are of use, as they are not where nothing can be edited.
    let readsHistory: Bool
    /// Where the steps of the history stand in the file.
    private(set) var history = HistoryTable()

    init(connection: SQLiteConnection, path: String, readsHistory: Bool) {
        self.connection = connection
        self.path = path
        self.readsHistory = readsHistory
    }

    /// - Parameter report: is told how far it has come, from 0 to 1, and may throw to end it.
    mutating func read(_ report: (Double) throws(StorageError) -> Void) throws(StorageError) -> DocumentContents {
        // All that is read is of one moment, whatever other programs write meanwhile.
        try connection.execute("BEGIN")
        let contents: DocumentContents
        do {
            let schema = try readSchema()
            // From here on the connection knows when somebody else writes.
            _ = try connection.othersHaveWritten()
            contents = DocumentContents(
                table: try readRecords(schema, report), fieldWidths: try readWidths(), settings: try readSettings(),
                history: try readHistory())
        } catch {
            // Nothing was written; the transaction ends with the connection at the latest.
            try? connection.execute("ROLLBACK")
            throw error
        }
        try connection.execute("COMMIT")
        return contents
    }

    private func readSchema() throws(StorageError) -> Schema {
        let rows = try connection.prepare("SELECT id, name, type, initial FROM fields ORDER BY place")
        let pictures = try readPictureFields()
        var fields: [FieldDefinition] = []
        var ids: Set<Int64> = []
        while try rows.step() {
            let id = rows[0].integer
            guard CardFileFormat.fieldIDs.contains(id), ids.insert(id).inserted,
                let type = FieldType(rawValue: rows[2].text), let initial = rows.value(3, for: type),
                let field = try? FieldDefinition(
                    id: FieldID(rawValue: Int(id)), name: rows[1].text, type: type, initialValue: initial,
                    isMarkedAsPicture: pictures.contains(Int(id)))
            else { throw damaged(localized("The list of the fields makes no sense.")) }
            fields.append(field)
        }
        guard !fields.isEmpty, let schema = try? Schema(fields: fields, nextFieldID: try readNextFieldID()) else {
            throw damaged(localized("The list of the fields makes no sense."))
        }
        return schema
    }

    private func readPictureFields() throws(StorageError) -> Set<Int> {
        let identifiers = try connection.property(CardFileFormat.pictureFieldsProperty) ?? ""
        return Set(identifiers.split(separator: ",").compactMap { Int($0) })
    }

    private func readSettings() throws(StorageError) -> DocumentSettings {
        let rows = try connection.prepare("SELECT name, value FROM properties")
        var texts: [String: String] = [:]
        while try rows.step() {
            let name = rows[0].text
            guard name.hasPrefix(CardFileFormat.settingPrefix), rows[1].content == .text else { continue }
            texts[String(name.dropFirst(CardFileFormat.settingPrefix.count))] = rows[1].text
        }
        return DocumentSettings(stored: texts)
    }

    /// The history, if it is of this state of the document: other programs and earlier versions change records without it.
    private mutating func readHistory() throws(StorageError) -> UndoHistory {
        guard readsHistory, try connection.lastCommitIsOurs() else { return UndoHistory() }
        do {
            return try history.read(connection)
        } catch {
            // There is no such table, or it is something else: the document is as good without.
            return UndoHistory()
        }
    }

    private func readNextFieldID() throws(StorageError) -> FieldID {
        guard let number = try connection.property(CardFileFormat.nextFieldIDProperty).flatMap(Int64.init),
            CardFileFormat.fieldIDs.contains(number)
        else { throw damaged(localized("The list of the fields makes no sense.")) }
        return FieldID(rawValue: Int(number))
    }

    private func readWidths() throws(StorageError) -> [FieldID: Int] {
        let rows = try connection.prepare("SELECT field, width FROM widths")
        var widths: [FieldID: Int] = [:]
        while try rows.step() {
            guard CardFileFormat.fieldIDs.contains(rows[0].integer), CardFileFormat.widths.contains(rows[1].integer)
            else { continue }
            widths[FieldID(rawValue: Int(rows[0].integer))] = Int(rows[1].integer)
        }
        return widths
    }

    private func readRecords(
        _ schema: Schema, _ report: (Double) throws(StorageError) -> Void
    ) throws(StorageError) -> RecordTable {
        let count = try countRecords()
        let rows = try connection.prepare(CardFileFormat.selection(of: schema))
        var reader = RowReader(types: schema.fields.map(\.type), firstColumn: 1, capacity: count)
        var ids: [RecordID] = []
        ids.reserveCapacity(count)
        var last = CardFileFormat.recordIDs.lowerBound - 1
        while try rows.step() {
            let number = rows[0].integer
            guard number > last, number <= CardFileFormat.recordIDs.upperBound else {
                throw damaged(localized("The records are not in order."))
            }
            last = number
            let id = RecordID(rawValue: number)
            if let field = reader.read(rows, of: id) {
                throw binaryData(schema[field], record: ids.count + 1)
            }
            ids.append(id)
            if ids.count.isMultiple(of: CardFile.recordsBetweenChecks) {
                try report(Double(ids.count) / Double(count))
            }
        }
        try report(1)
        return RecordTable(schema: schema, ids: ids, cells: reader.cells)
    }

    private func countRecords() throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM records")
        guard try row.step() else { return 0 }
        return Int(row[0].integer)
    }

    private func binaryData(_ field: FieldDefinition, record: Int) -> StorageError {
        damaged(
            localized(
                "Record {record} holds binary data in the field “{field}”.",
                ["record": localizedNumber(record), "field": field.name]))
    }

    private func damaged(_ reason: String) -> StorageError {
        .damaged(path: path, reason: reason)
    }
}
