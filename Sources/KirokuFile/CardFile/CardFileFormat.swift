/// The format of a card document: an SQLite 3 file.
///
/// | table | a row is | columns |
/// |---|---|---|
/// | `tables` | a table; today there is one | `id` (``TableID``), `records`: the name of the table that holds its records |
/// | `records` | a record | `id` (``RecordID``), `after` and `step` (``Place``), then `f1`, `f2`, … by ``FieldID`` |
/// | `fields` | a field | `id`, `table`, `place` from 0, `name`, `type` (``FieldType``), `initial` value |
/// | `widths` | a field shown in a width of its own | `field`, `width` in pixels at a text scale of 1 |
/// | `properties` | something about the document | `name`, `value` |
/// | `journal` | an edit (``Edit``), or what another program has changed (`Journal`) | see below |
/// | `desks` | a desk that has put records in (``RecordIDSource``) | `desk`, `since`: when it did so first |
/// | `pictures`, only where there are any | a picture | `name`, `hash`, `bytes` (`PictureTable`) |
/// | `wanted`, only in a document that is shared | a picture to be fetched | `name`, `hash`, `size` |
/// | `keys`, only in a copy of another program's table | which row a record is | `record`, `bucket`, `key`, `mark` (``RecordKey``) |
/// | `originals`, only in a document that is shared | a record as it was before another program wrote to it | `id`; `present`, 0 if there was none; then the columns of `records` |
///
/// Records are in the order of their places. `after` and `step` are NULL for records whose place is their identity.
///
/// The columns of `journal` are
/// - `number`; `id`, the same in each copy of the document (``EditID``);
/// - `counter`, the file's change counter after the commit, and `since`, that of the first of several commits of
///   another program;
/// - `at` (UTC), `person` and `program` (empty for another one); `desk`, where it was made, of an edit that can be
///   undone there;
/// - `title` (``ChangeTitle``); `undoes`, the `id` of the edit that it undoes; `resolved`, the open edits that it has
///   resolved or reopened;
/// - only of an edit that was not made because others have changed the same thing: `open`, what it would have changed
///   (``OpenEdit``); `state`, `open` or `resolved`; `sentence`, why a server has refused it;
/// - `change`, what was changed (``ChangeText``), and its `size` in bytes;
/// - only in a document that is shared: `accepted`, 0 while the edit is pending and 1 when the server has it;
///   `picture`, the name of a picture that was added; the `computer` on which the edit was made; `rest`, the part still
///   to be sent if that is not all, with its identity on the server; `seal` (``EditSeals``).
///
/// Properties are `next field id`, `picture fields`, `number formats`, `shared`, `sharing begun`, `unclear` and
/// `queued fields`, and those of ``DocumentSettings`` after `view 1: `, where 1 is the table; missing ones have their
/// defaults, and others are left alone.
///
/// The view `cards` shows the records in order under the field names. The view `history` shows the journal, one row per
/// cell, the newest first. The columns of `records` have no declared type, because SQLite would then turn unfit text
/// such as "1e5" into a number.
///
/// Documents of other versions are not opened (``CardFile/checkHeader(_:)``).
enum CardFileFormat {
    /// "KRKU", in the header of every document.
    static let applicationID: Int32 = 0x4b52_4b55
    /// Increases when the format changes in a way that other versions of Kiroku would misread.
    static let version: Int32 = 1
    /// The versions written before the first release.
    static let formerVersions: ClosedRange<Int32> = 2...3
    static let nextFieldIDProperty = "next field id"
    /// The identifiers of the picture fields, separated by commas.
    static let pictureFieldsProperty = "picture fields"
    /// The initial sources of fields whose initial value is not fixed (``InitialSource/stored(of:)``).
    static let initialSourcesProperty = "initial sources"
    /// The rules of fields (``FieldRules/stored(of:)``).
    static let rulesProperty = "rules"
    /// The choices that fields offer (``Swift/Array/stored(of:)``).
    static let choicesProperty = "choices"
    /// The number formats of fields whose numbers are not shown as typed (``NumberFormat/stored(of:)``).
    static let numberFormatsProperty = "number formats"
    /// The state of sharing the document through a server (``SyncState``).
    static let sharingProperty = "shared"
    /// What was recorded before the document was put on a server, if the outcome is unknown (``PreparedSharing``).
    static let preparedSharingProperty = "sharing begun"
    /// Whether another program has made unknown changes to a shared document (``SQLiteConnection/isUnclear()``).
    static let unclearProperty = "unclear"
    /// The fields when queueing began, for detecting changes of them by other programs.
    static let queuedFieldsProperty = "queued fields"
    /// Proof that this installation was the last to write to the journal, in this very file (``EditSeals``).
    static let queuedSealProperty = "seal"
    /// The property that identifies the original of a second copy (``SecondCopyMark``).
    static let secondCopyProperty = "second copy"
    /// The prefix of the settings' property names.
    static let settingPrefix = "view \(TableID.only.rawValue): "

    /// The names of Kiroku's own tables.
    static let tables = [
        "records", "fields", "widths", "properties", "journal", "pictures", "tables", "desks", "wanted", "keys",
    ]

    /// Creates the tables of an empty document.
    static func creation(of schema: Schema) -> String {
        let columns = schema.fields.map { ", " + $0.id.column }.joined()
        return """
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            CREATE TABLE records(id INTEGER PRIMARY KEY, after INTEGER, step INTEGER\(columns));
            CREATE TABLE fields(id INTEGER PRIMARY KEY, "table" INTEGER NOT NULL DEFAULT \(TableID.only.rawValue), \
            place INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, initial);
            CREATE TABLE widths(field INTEGER PRIMARY KEY, width INTEGER NOT NULL);
            CREATE TABLE properties(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
            \(placesIndexCreation);
            CREATE TABLE tables(id INTEGER PRIMARY KEY, records TEXT NOT NULL);
            INSERT INTO tables(id, records) VALUES(\(TableID.only.rawValue), 'records');
            CREATE TABLE desks(desk INTEGER PRIMARY KEY, since TEXT NOT NULL);
            \(journalCreation);
            \(historyView);
            """
    }

    /// The columns of `records` that hold a record's place.
    static let placeColumns = ["after", "step"]

    /// The index of the records that have places of their own, in order.
    static let placesIndex = "records_places"

    /// Creates that index; other programs may have added indexes of columns, but none that compute anything.
    static let placesIndexCreation = "CREATE INDEX \(placesIndex) ON records(after, step) WHERE after IS NOT NULL"

    /// Creates the view that shows the records under the field names.
    ///
    /// Written so that SQLite merges the records with places of their own into the others, which it finds in order: the
    /// first ones are returned before all are sorted.
    static func view(of schema: Schema) -> String {
        let names = schema.fields.map { "\($0.id.column) AS \(quoted($0.name))" }.joined(separator: ", ")
        let columns = schema.fields.map { ", " + $0.id.column }.joined()
        return """
            CREATE VIEW cards AS SELECT \(names) FROM (\
            SELECT id AS after, 0 AS step, id\(columns) FROM records WHERE after IS NULL \
            UNION ALL SELECT after, step, id\(columns) FROM records WHERE after IS NOT NULL ORDER BY 1, 2, 3)
            """
    }

    /// Reads columns of records in the order of their identities, followed by whether they certainly meet the filter's
    /// condition, if requested.
    static func selection(of columns: [String], _ part: RecordReading.Part) -> String {
        selection(columns + part.certainty, part.condition(on: "id"), order: "id")
    }

    /// Reads columns of the records with places of their own, in the order of these places.
    static func placedSelection(of columns: [String], _ part: RecordReading.Part) -> String {
        selection(
            columns + part.certainty, " WHERE after IS NOT NULL" + part.condition(on: "after", " AND"),
            order: "after, step, id")
    }

    private static func selection(_ columns: [String], _ condition: String, order: String) -> String {
        "SELECT \((["id"] + columns).joined(separator: ", ")) FROM records\(condition) ORDER BY \(order)"
    }

    /// Counts records, and those among them that certainly pass the filter's condition.
    ///
    /// Does not use an index, which may be another program's.
    static func count(of part: RecordReading.Part) -> String {
        let certainty = part.filter.map { $0.certainty ?? "0" } ?? "1"
        return "SELECT count(*), count(*) FILTER (WHERE \(certainty)) FROM records NOT INDEXED"
            + part.condition(on: "id")
    }

    /// Whether Kiroku created the table of records, so that an identifier divides the records into two parts.
    ///
    /// In a table of another program, a record might have no identifier, or one that is not a number.
    static let recordsAreOurs = """
        SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'records' \
        AND sql GLOB 'CREATE TABLE records(id INTEGER PRIMARY KEY[,)]*'
        """

    /// Creates the journal (``Journal``).
    static let journalCreation = """
        CREATE TABLE journal(number INTEGER PRIMARY KEY, id TEXT NOT NULL, counter INTEGER NOT NULL, since INTEGER, \
        at TEXT NOT NULL, person TEXT NOT NULL, program TEXT NOT NULL, desk INTEGER, title TEXT, undoes TEXT, resolved TEXT, \
        open TEXT, state TEXT, sentence TEXT, \
        accepted INTEGER, picture TEXT, computer TEXT, rest TEXT, seal TEXT, size INTEGER NOT NULL, change TEXT NOT NULL);
        DROP INDEX IF EXISTS journal_open;
        \(openIndexCreation);
        \(historyView)
        """

    /// Creates the index for finding open edits.
    static let openIndexCreation = "CREATE INDEX journal_open ON journal(id) WHERE state IS NOT NULL"

    /// Reads no rows, and fails if the journal does not exist with these columns.
    static let journalTest = """
        SELECT number, id, counter, since, at, person, program, desk, title, undoes, resolved, open, state, sentence, \
        accepted, picture, computer, rest, seal, size, change FROM journal LIMIT 0
        """

    /// Creates what a shared document has in addition: the table of pictures still to be fetched, and an index for
    /// finding pending edits.
    static let sharingCreation = """
        CREATE TABLE wanted(name TEXT PRIMARY KEY, hash TEXT NOT NULL, size INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS journal_accepted ON journal(accepted);
        """

    /// Creates the table that maps records to rows of another program's table (``RecordKey``), replacing an existing
    /// one.
    static let keysCreation = """
        DROP TABLE IF EXISTS keys;
        CREATE TABLE keys(record INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, key TEXT NOT NULL, mark INTEGER NOT NULL);
        """

    /// Creates the index of these rows by bucket, after they are inserted, so that it is sorted only once.
    static let keysIndexCreation = "CREATE INDEX \"keys of rows\" ON keys(bucket, key)"

    /// Creates the view that shows the journal (``ChangeText``) to people: one row for each cell that was set, typed
    /// over, added or deleted, for each record that was moved or was empty, and one for anything not listed.
    ///
    /// Written so that SQLite parses a text once per field, not once per cell.
    private static let historyView = """
        CREATE VIEW IF NOT EXISTS history AS SELECT \(step), n.value AS field, json_extract(c.value, '$[0]') AS record, \
        json_extract(c.value, '$[1]') AS old, json_extract(c.value, '$[2]') AS new, 1 AS count \
        FROM \(parts), json_each(\(part), '$[2].names') n, json_each(\(part), '$[2].cells.' || n.key) c \
        WHERE \(isValid) AND \(what) IN ('set', 'typed over') AND \(isListed) \
        UNION ALL \
        SELECT \(step), n.value, json_extract(r.value, '$[0]'), \
        iif(\(what) = 'delete', json_extract(r.value, '$[2].' || n.key), NULL), \
        iif(\(what) = 'add', json_extract(r.value, '$[2].' || n.key), NULL), 1 \
        FROM \(parts), json_each(\(part), '$[2].names') n, json_each(\(part), '$[2].records') r \
        WHERE \(isValid) AND \(what) IN ('add', 'delete') AND \(isListed) AND json_type(r.value, '$[2].' || n.key) IS NOT NULL \
        UNION ALL \
        SELECT \(step), NULL, json_extract(r.value, '$[0]'), NULL, NULL, 1 FROM \(parts), json_each(\(part), '$[2].records') r \
        WHERE \(isValid) AND \(what) IN ('add', 'delete') AND \(isListed) AND json_extract(r.value, '$[2]') = '{}' \
        UNION ALL \
        SELECT \(step), NULL, json_extract(r.value, '$[0]'), NULL, NULL, 1 FROM \(parts), json_each(\(part), '$[2].places') r \
        WHERE \(isValid) AND \(what) = 'move' AND \(isListed) \
        UNION ALL \
        SELECT \(step), NULL, NULL, NULL, NULL, json_extract(\(part), '$[1]') FROM \(parts) \
        WHERE \(isValid) AND (\(what) = 'fields' OR NOT \(isListed)) \
        UNION ALL \
        SELECT j.number, j.at, j.person, \(program), 'unknown', NULL, NULL, NULL, NULL, 0 FROM journal j WHERE NOT \(isValid) \
        ORDER BY 1 DESC
        """

    private static let step =
        "j.number AS step, j.at AS at, j.person AS person, \(program) AS program, \(what) AS what"
    private static let program = "iif(j.program = '', 'another program', j.program)"
    /// The parts of each edit whose text is valid.
    private static let parts = "journal j, json_each(iif(\(isValid), j.change, '[]')) p"
    private static let isValid = "json_valid(j.change)"
    private static let part = "iif(p.type = 'array', p.value, '[]')"
    private static let what = "json_extract(\(part), '$[0]')"
    private static let isListed = "coalesce(json_type(\(part), '$[2]'), '') = 'object'"

    /// Inserts a record.
    ///
    /// Parameter 1 is its identity, followed by its cells in field order and then its place.
    ///
    /// - Parameter hasPlace: whether the record has a place of its own.
    static func insertion(into schema: Schema, hasPlace: Bool) -> String {
        let columns = schema.fields.map { $0.id.column } + (hasPlace ? placeColumns : [])
        let parameters = String(repeating: ", ?", count: columns.count)
        return "INSERT INTO records(\((["id"] + columns).joined(separator: ", "))) VALUES(?\(parameters))"
    }

    /// A name quoted for SQL, with any characters in it.
    ///
    /// SQL text ends at a NUL, so NUL is shown as U+2400.
    static func quoted(_ name: String) -> String {
        var result = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": result += "\"\""
            case "\0": result += "\u{2400}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The header of an SQLite file (https://www.sqlite.org/fileformat2.html).
struct CardFileHeader {
    /// In bytes.
    static let size = 100

    /// Whether this is an SQLite 3 file at all.
    let isSQLite: Bool
    /// Which program the file belongs to.
    let applicationID: Int32
    /// Which version of that program's format it has.
    let version: Int32
    /// Counts the commits of all programs, and wraps around after 2³².
    let changeCounter: UInt32

    /// - Precondition: ``size`` bytes, padded with zeros if the file is shorter.
    init(_ bytes: [UInt8]) {
        isSQLite = bytes.starts(with: "SQLite format 3\0".utf8)
        changeCounter = UInt32(bitPattern: Self.number(bytes[24..<28]))
        version = Self.number(bytes[60..<64])
        applicationID = Self.number(bytes[68..<72])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
        Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
}
