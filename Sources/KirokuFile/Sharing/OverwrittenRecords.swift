import FoundationEssentials

/// The table `originals` of a shared document: its records as they were before another program wrote to them.
///
/// Triggers in the file fill it. Connections of Kiroku do not run triggers (``SQLiteConnection``), but those of other
/// programs do. So each edit is either in the journal, with what it replaces, or recorded here. The file alone shows
/// what another program has changed, and the next commit of any Kiroku process writes that to the journal before
/// anything else.
///
/// A program can bypass triggers. If the file has been written to and nothing was recorded, it is marked as unclear
/// (``isUnclear()``), and differences from the server must not be taken for changes made here.
extension SQLiteConnection {
    /// Starts recording what other programs overwrite, from the state of the file in this transaction.
    ///
    /// - Parameter schema: the fields of the records.
    func prepareOriginals(of schema: Schema) throws(StorageError) {
        let originals = Originals(schema)
        let text = Originals.text(of: schema)
        if try property(CardFileFormat.queuedFieldsProperty) == text, try originals.isThere(self),
            try originals.hasTriggers(self)
        {
            return try execute("DELETE FROM originals")
        }
        try forgetOriginals()
        // A table that another program has under this name stays.
        guard try Originals.sql(of: "originals", self) == nil else { return }
        try execute(originals.creation)
        for trigger in originals.triggers { try execute(trigger.sql) }
        try writeProperty(CardFileFormat.queuedFieldsProperty, .string(text))
    }

    /// Stops recording what other programs overwrite.
    func forgetOriginals() throws(StorageError) {
        for name in Originals.triggerNames { try execute("DROP TRIGGER IF EXISTS \(CardFileFormat.quoted(name))") }
        if try Originals.isThere(self) { try execute("DROP TABLE originals") }
        try writeProperty(CardFileFormat.queuedFieldsProperty, .empty)
    }

    /// Whether ``queueWritesOfOthers(path:)`` has anything to do.
    func hasWritesOfOthers() throws(StorageError) -> Bool {
        guard try isQueueing() else { return false }
        if try !isJournalWhole(), try !isUnclear() { return true }
        let count = try cached(Originals.count)
        defer { count.reset() }
        guard try count.step(), count[0].integer == Originals.objectCount else {
            // If another program's table has that name, nothing can be recorded.
            return count[1].integer == 0
        }
        return try Originals.hasRows(self)
    }

    /// Queues what other programs have written since the last commit of a Kiroku process.
    ///
    /// Must be called inside a transaction, before anything is written in it.
    func queueWritesOfOthers(path: String) throws(StorageError) {
        guard try hasWritesOfOthers() else { return }
        // If another installation has written to the file last, the changes may have been made elsewhere.
        let isOwn = try wasSealedHere()
        let reader = try SmallReader(self, path: path)
        let known = try property(CardFileFormat.queuedFieldsProperty).flatMap(Originals.schema)
        let isWhole = try isJournalWhole()
        var isKnown = isWhole
        if let known, case let originals = Originals(known), try originals.isThere(self) {
            let change = try originals.change(reader, self)
            if let change, !change.isEmpty { try enqueueOfOthers(change, isOwn: isOwn) }
            // If nothing was recorded, a program may have written without running the triggers.
            let (hasTriggers, isNoted) = (try originals.hasTriggers(self), try Originals.hasRows(self))
            isKnown = hasTriggers && change != nil && (isKnown || isNoted || change?.isEmpty == false)
        }
        try prepareOriginals(of: reader.schema)
        if !isKnown, !isWhole { try writeProperty(CardFileFormat.unclearProperty, .bool(true)) }
    }

    /// Whether another program has written to the file without its changes being recorded.
    func isUnclear() throws(StorageError) -> Bool {
        try property(CardFileFormat.unclearProperty) != nil
    }

    private func enqueueOfOthers(_ change: Change, isOwn: Bool) throws(StorageError) {
        let now = try changeCounter()
        var row = NewJournalRow(
            author: CommitAuthor(person: CommitAuthor.current.person, program: ""),
            parts: try LoggedPart.parts(of: change, limit: .max, field: logFields(besides: [change])))
        row.sending = NewJournalRow.Sending(isOwn: isOwn)
        if let last = try lastJournalRow(), let counter = UInt32(exactly: last.counter), counter != now {
            row.since = counter &+ 1
        }
        try append([row], counter: now)
    }
}

/// The statements for the table `originals`, for some fields.
private struct Originals {
    let schema: Schema

    init(_ schema: Schema) {
        self.schema = schema
    }

    // MARK: SQL

    private var columns: String {
        (CardFileFormat.placeColumns + schema.fields.map { $0.id.column }).joined(separator: ", ")
    }

    private static let creationStart = "CREATE TABLE originals(id INTEGER PRIMARY KEY, present INTEGER NOT NULL, "
    var creation: String { Self.creationStart + columns + ")" }

    static let triggerNames = SQLiteConnection.ownTriggers
    static var objectCount: Int64 { Int64(triggerNames.count + 1) }

    /// The number of Kiroku's own objects (the table and the triggers), and the number of tables of another program
    /// with this name.
    static let count = """
        SELECT count(*) FILTER (WHERE type = 'trigger' OR sql GLOB '\(creationStart)*'), \
        count(*) FILTER (WHERE name = 'originals' AND NOT sql GLOB '\(creationStart)*') \
        FROM sqlite_schema WHERE lower(name) = 'originals' \
        OR type = 'trigger' AND name IN (\(triggerNames.map { "'\($0)'" }.joined(separator: ", ")))
        """

    /// The triggers that record the first original of each record.
    ///
    /// No deletion trigger runs for a record that is replaced by another one, so the triggers before a change look for
    /// it. Keeping only the first original does not rely on a conflict clause, because that of the outer statement
    /// would apply instead.
    var triggers: [(name: String, sql: String)] {
        let kept = { (records: String) in
            """
            INSERT INTO originals(id, present, \(columns)) SELECT id, 1, \(columns) FROM records \
            WHERE id IN (\(records)) AND NOT EXISTS (SELECT 1 FROM originals o WHERE o.id = records.id);
            """
        }
        let new = """
            INSERT INTO originals(id, present) SELECT NEW.id, 0 \
            WHERE NOT EXISTS (SELECT 1 FROM originals o WHERE o.id = NEW.id);
            """
        let bodies = [
            ("BEFORE INSERT ON records", kept("NEW.id")), ("AFTER INSERT ON records", new),
            ("BEFORE UPDATE ON records", kept("OLD.id, NEW.id")),
            ("AFTER UPDATE ON records WHEN NEW.id <> OLD.id", new), ("BEFORE DELETE ON records", kept("OLD.id")),
        ]
        return zip(Self.triggerNames, bodies).map { name, body in
            (name, "CREATE TRIGGER \(CardFileFormat.quoted(name)) \(body.0) BEGIN \(body.1) END")
        }
    }

    // MARK: Existing objects

    static func sql(of name: String, _ connection: SQLiteConnection) throws(StorageError) -> String? {
        let row = try connection.prepare("SELECT coalesce(sql, '') FROM sqlite_schema WHERE lower(name) = ?")
        try row.bind(name, at: 1)
        return try row.step() ? row[0].text : nil
    }

    /// Whether the table exists and is Kiroku's.
    static func isThere(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try sql(of: "originals", connection)?.hasPrefix(creationStart) == true
    }

    static func hasRows(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try connection.number("SELECT EXISTS (SELECT 1 FROM originals)") > 0
    }

    /// Whether the table is unchanged since it was created.
    func isThere(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try Self.sql(of: "originals", connection) == creation
    }

    /// Whether the triggers are unchanged since they were created.
    func hasTriggers(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        for trigger in triggers where try Self.sql(of: trigger.name, connection) != trigger.sql { return false }
        return true
    }

    // MARK: Changes

    /// What has been changed since the originals were recorded; `nil` if unknown.
    func change(_ reader: SmallReader, _ connection: SQLiteConnection) throws(StorageError) -> Change? {
        let now = reader.schema
        let kept = Set(try connection.fieldColumns())
        guard
            schema.fields.allSatisfy({ field in
                kept.contains(field.id.column)
                    && now.index(of: field.id).map { now[$0].type == field.type } == true
            })
        else { return nil }
        let before = try reader.rows(of: "originals", where: "present <> 0", as: schema)
        let after = try reader.rows(of: "records", where: "id IN (SELECT id FROM originals)", as: schema)
        let records = Set(before.ids).union(after.ids).sorted()
        var changes = before.difference(to: after, in: records)
        if now.fields != schema.fields {
            let new = now.fields.filter { schema.index(of: $0.id) == nil }
            let all = new.isEmpty ? nil : try reader.all()
            let inserted = new.compactMap { field in
                all.flatMap { all in all.schema.index(of: field.id).map { FieldContents($0, of: all) } }
            }
            changes.append(
                .changeFields(FieldChange(base: schema, schema: now, removed: [], inserted: inserted, replaced: [])))
        }
        return changes.count == 1 ? changes[0] : .sequence(changes)
    }

    // MARK: Fields

    /// The fields in stored form, for comparing them later.
    static func text(of schema: Schema) -> String {
        StoredJSON.text(StoredSchema(schema)) ?? ""
    }

    static func schema(_ text: String) -> Schema? { StoredJSON.value(StoredSchema.self, in: text)?.schema() }
}
