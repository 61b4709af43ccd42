import FoundationEssentials

/// The table `originals` of a shared document: its records as they were before another program wrote to them.
///
/// Triggers in the file fill it. No connection of Kiroku runs triggers (``SQLiteConnection``), those of other programs do: so
/// each edit is either in the journal, with what it replaces, or noted here. What another program has changed is known by the
/// file alone, and the next commit of any Kiroku writes it to the journal before anything else.
///
/// A program can get around triggers. Where the file has been written to and nothing was noted, it says so
/// (``isUnclear()``), and what differs from the server must not be taken for something that was changed here.
extension SQLiteConnection {
    /// Begins to note what other programs overwrite, from the state that the file has in this transaction.
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

    /// Ends it.
    func forgetOriginals() throws(StorageError) {
        for name in Originals.triggerNames { try execute("DROP TRIGGER IF EXISTS \(CardFileFormat.quoted(name))") }
        if try Originals.isThere(self) { try execute("DROP TABLE originals") }
        try writeProperty(CardFileFormat.queuedFieldsProperty, .empty)
    }

    /// Whether there is something that ``queueWritesOfOthers(path:version:)`` would do.
    func hasWritesOfOthers() throws(StorageError) -> Bool {
        guard try isQueueing() else { return false }
        if try !isJournalWhole(), try !isUnclear() { return true }
        let count = try cached(Originals.count)
        defer { count.reset() }
        guard try count.step(), count[0].integer == Originals.objectCount else {
            // Another program's table of that name leaves no way to note anything.
            return count[1].integer == 0
        }
        return try Originals.hasRows(self)
    }

    /// Writes to the journal, to be sent, what other programs have written since the last commit of a Kiroku.
    ///
    /// To be called inside a transaction, before anything is written in it.
    func queueWritesOfOthers(path: String) throws(StorageError) {
        guard try hasWritesOfOthers() else { return }
        // Where another program has had the file last, it may have written to it.
        let isOwn = try wasSealedHere()
        let reader = try SmallReader(self, path: path)
        let known = try property(CardFileFormat.queuedFieldsProperty).flatMap(Originals.schema)
        let isWhole = try isJournalWhole()
        var isKnown = isWhole
        if let known, case let originals = Originals(known), try originals.isThere(self) {
            let change = try originals.change(reader, self)
            if let change, !change.isEmpty { try enqueueOfOthers(change, isOwn: isOwn) }
            // Where nothing was noted, a program may have written without the triggers.
            let (hasTriggers, isNoted) = (try originals.hasTriggers(self), try Originals.hasRows(self))
            isKnown = hasTriggers && change != nil && (isKnown || isNoted || change?.isEmpty == false)
        }
        try prepareOriginals(of: reader.schema)
        if !isKnown, !isWhole { try writeProperty(CardFileFormat.unclearProperty, .bool(true)) }
    }

    /// Whether the file was written to by another program, and what it has changed was not noted.
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

    /// How many of the table and the triggers there are, and how many tables that are another program's.
    static let count = """
        SELECT count(*) FILTER (WHERE type = 'trigger' OR sql GLOB '\(creationStart)*'), \
        count(*) FILTER (WHERE name = 'originals' AND NOT sql GLOB '\(creationStart)*') \
        FROM sqlite_schema WHERE lower(name) = 'originals' \
        OR type = 'trigger' AND name IN (\(triggerNames.map { "'\($0)'" }.joined(separator: ", ")))
        """

    /// What notes the first original of each record.
    ///
    /// A record that is replaced by another one goes without a trigger for deletions, so those before a change look for
    /// it. That the first counts is not left to a conflict clause: that of the statement would count instead.
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

    // MARK: What is there

    static func sql(of name: String, _ connection: SQLiteConnection) throws(StorageError) -> String? {
        let row = try connection.prepare("SELECT coalesce(sql, '') FROM sqlite_schema WHERE lower(name) = ?")
        try row.bind(name, at: 1)
        return try row.step() ? row[0].text : nil
    }

    /// Whether the table is there, and Kiroku's.
    static func isThere(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try sql(of: "originals", connection)?.hasPrefix(creationStart) == true
    }

    static func hasRows(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try connection.number("SELECT EXISTS (SELECT 1 FROM originals)") > 0
    }

    /// Whether the table is as it was made.
    func isThere(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        try Self.sql(of: "originals", connection) == creation
    }

    /// Whether the triggers are as they were made.
    func hasTriggers(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        for trigger in triggers where try Self.sql(of: trigger.name, connection) != trigger.sql { return false }
        return true
    }

    // MARK: What has changed

    /// What has been changed since the originals were noted; `nil` if that is unknown.
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

    /// Fields as the file keeps them, to know them again.
    static func text(of schema: Schema) -> String {
        StoredJSON.text(StoredSchema(schema)) ?? ""
    }

    static func schema(_ text: String) -> Schema? { StoredJSON.value(StoredSchema.self, in: text)?.schema() }
}
