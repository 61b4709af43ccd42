/// Writing that new documents and commits have in common.
///
/// All of it runs inside a transaction.
extension SQLiteConnection {
    /// Inserts records with their identities and places.
    ///
    /// - Parameter report: called from time to time with the number of records done; may throw to stop.
    func insert(
        _ records: RecordTable, report: (Int) throws(StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        let usual = try cached(CardFileFormat.insertion(into: records.schema, hasPlace: false))
        let withPlace = CardFileFormat.insertion(into: records.schema, hasPlace: true)
        let placing = records.places.isEmpty ? usual : try cached(withPlace)
        let writers = records.writers
        for (index, id) in records.ids.enumerated() {
            if !records.places.isEmpty, let place = records.places[id] {
                try placing.bind(place.after, at: Int32(writers.count + 2))
                try placing.bind(place.step, at: Int32(writers.count + 3))
                try placing.insert(id, index, writers)
            } else {
                try usual.insert(id, index, writers)
            }
            if index.isMultiple(of: CardFile.recordsBetweenChecks) { try report(index) }
        }
    }

    /// Drops the view that shows the records under the field names: SQLite cannot alter columns that a view uses.
    ///
    /// Another program's table of that name stays.
    func dropView() throws(StorageError) {
        if try !hasTheirCards() { try execute("DROP VIEW IF EXISTS cards") }
    }

    /// Creates the view that shows the records under the field names.
    func makeView(of schema: Schema) throws(StorageError) {
        if try !hasTheirCards() { try execute(CardFileFormat.view(of: schema)) }
    }

    private func hasTheirCards() throws(StorageError) -> Bool {
        try prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = 'cards' AND type IN ('table', 'index')").step()
    }

    /// Moves records to other places.
    ///
    /// - Parameter check: called after each of them.
    func setPlaces(
        _ places: some Sequence<(RecordID, Place)>, check: () throws(StorageError) -> Void
    ) throws(StorageError) {
        let statement = try cached("UPDATE records SET after = ?, step = ? WHERE id = ?")
        for (record, place) in places {
            if place == Place(record) {
                try statement.bindNull(at: 1)
                try statement.bindNull(at: 2)
            } else {
                try statement.bind(place.after, at: 1)
                try statement.bind(place.step, at: 2)
            }
            try statement.bind(record.rawValue, at: 3)
            try statement.run()
            try check()
        }
    }

    /// Updates the list of fields to match the schema; keeps columns of other programs in it.
    ///
    /// - Parameter gone: fields that were removed.
    func writeFields(of schema: Schema, without gone: [FieldID] = []) throws(StorageError) {
        for field in gone { try execute("DELETE FROM fields WHERE id = \(field.rawValue)") }
        let statement = try prepare(
            """
            INSERT INTO fields(id, place, name, type, initial) VALUES(?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET \
            place = excluded.place, name = excluded.name, type = excluded.type, initial = excluded.initial
            """)
        for (place, field) in schema.fields.enumerated() {
            try statement.bind(Int64(field.id.rawValue), at: 1)
            try statement.bind(Int64(place), at: 2)
            try statement.bind(field.name, at: 3)
            try statement.bind(field.type.rawValue, at: 4)
            try statement.bind(field.initialValue, at: 5)
            try statement.run()
        }
        try writeProperty(CardFileFormat.nextFieldIDProperty, .int(schema.nextFieldID.rawValue))
        let pictures = schema.fields.filter(\.isMarkedAsPicture).map { String($0.id.rawValue) }
        try writeProperty(
            CardFileFormat.pictureFieldsProperty, pictures.isEmpty ? .empty : .string(pictures.joined(separator: ",")))
        try writeProperty(
            CardFileFormat.initialSourcesProperty, InitialSource.stored(of: schema).map(CellValue.string) ?? .empty)
        try writeProperty(
            CardFileFormat.choicesProperty, [ChoiceOption].stored(of: schema).map(CellValue.string) ?? .empty)
        try writeProperty(CardFileFormat.rulesProperty, FieldRules.stored(of: schema).map(CellValue.string) ?? .empty)
        try writeProperty(
            CardFileFormat.numberFormatsProperty, NumberFormat.stored(of: schema).map(CellValue.string) ?? .empty)
    }

    /// Sets a property; ``CellValue/empty`` removes it.
    func writeProperty(_ name: String, _ value: CellValue) throws(StorageError) {
        if value == .empty {
            let statement = try cached("DELETE FROM properties WHERE name = ?")
            try statement.bind(name, at: 1)
            try statement.run()
        } else {
            let statement = try cached(
                "INSERT INTO properties(name, value) VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value"
            )
            try statement.bind(name, at: 1)
            try statement.bind(value, at: 2)
            try statement.run()
        }
    }

    /// A property as text; `nil` if there is none.
    func property(_ name: String) throws(StorageError) -> String? {
        let row = try cached("SELECT value FROM properties WHERE name = ?")
        defer { row.reset() }
        try row.bind(name, at: 1)
        return try row.step() ? row[0].text : nil
    }

    /// Stores settings; keeps those with other names.
    func writeSettings(_ texts: [String: String?]) throws(StorageError) {
        for (name, text) in texts {
            try writeProperty(CardFileFormat.settingPrefix + name, text.map(CellValue.string) ?? .empty)
        }
    }

    /// Records that this desk has inserted records.
    func noteDesk(_ desk: Int, at time: LocalTime) throws(StorageError) {
        let statement = try cached("INSERT INTO desks(desk, since) VALUES(?, ?) ON CONFLICT DO NOTHING")
        try statement.bind(Int64(desk), at: 1)
        try statement.bind(time.text, at: 2)
        try statement.run()
    }

    /// Stores widths; keeps those of other fields.
    func writeWidths(_ widths: [FieldID: Int]) throws(StorageError) {
        let statement = try cached(
            "INSERT INTO widths(field, width) VALUES(?, ?) ON CONFLICT(field) DO UPDATE SET width = excluded.width")
        for (field, width) in widths {
            try statement.bind(Int64(field.rawValue), at: 1)
            try statement.bind(Int64(width), at: 2)
            try statement.run()
        }
    }

    /// The names of the columns of `records` that hold fields.
    func fieldColumns() throws(StorageError) -> Set<String> {
        let rows = try cached("SELECT name FROM pragma_table_info('records') WHERE name <> 'id'")
        defer { rows.reset() }
        var names: Set<String> = []
        while try rows.step() { names.insert(rows[0].text) }
        return names
    }

    /// The number of commits to the file; SQLite increments it with each commit of any program.
    func changeCounter() throws(StorageError) -> UInt32 {
        CardFileHeader(try bytes(CardFileHeader.size)).changeCounter
    }
}

extension SQLiteStatement {
    /// Inserts a record with its cells; the other parameters are already bound.
    fileprivate func insert(_ id: RecordID, _ index: Int, _ cells: [CellBinder]) throws(StorageError) {
        try bind(id.rawValue, at: 1)
        for field in cells.indices { try cells[field].bind(self, Int32(field + 2), index) }
        try run()
    }
}
