/// The form of a card document: an SQLite 3 file.
///
/// | table | a row is | columns |
/// |---|---|---|
/// | `records` | a record | `id` (``RecordID``), then `f1`, `f2`, … by ``FieldID`` |
/// | `fields` | a field | `id`, `place` from 0, `name`, `type` (``FieldType``), `initial` value |
/// | `widths` | a field shown in a width of its own | `field`, `width` in pixels at a text scale of 1 |
/// | `properties` | something about the document | `name`, `value` |
/// | `history` | a step to take back (`step` > 0) or to do again (< 0) | `step`, `change` (``HistoryWriter``) |
/// | `pictures`, only where there are any | a picture | `name`, `hash`, `bytes` (`PictureTable`) |
///
/// Properties are `next field id`, `picture fields`, `last commit`, and those of ``DocumentSettings`` after `view: `;
/// those that are missing have their default, and those of other names are left alone.
///
/// The view `cards` shows the records in order under the field names. The columns of `records` are declared without a
/// type, because SQLite would turn unfit text such as "1e5" into a number if they had one.
enum CardFileFormat {
    /// "KRKU", in the header of every document.
    static let applicationID: Int32 = 0x4b52_4b55
    /// Counts up when documents change so that earlier versions of Kiroku would misread them.
    static let version: Int32 = 1
    static let nextFieldIDProperty = "next field id"
    /// The identifiers of the fields that are marked as pictures, with commas between them.
    static let pictureFieldsProperty = "picture fields"
    /// The file's change counter after Kiroku's last commit, and a number of that commit's own, with a blank between.
    static let lastCommitProperty = "last commit"
    /// The property by which a second copy tells what it is a copy of (``SecondCopyMark``).
    static let secondCopyProperty = "second copy"
    /// Before the names of the properties that tell how the document is looked at.
    static let settingPrefix = "view: "
    /// Widths outside are not Kiroku's.
    static let widths: ClosedRange<Int64> = 1...100_000

    /// Makes the tables of an empty document.
    static func creation(of schema: Schema) -> String {
        let columns = schema.fields.map { ", " + column($0.id) }.joined()
        return """
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            CREATE TABLE records(id INTEGER PRIMARY KEY\(columns));
            CREATE TABLE fields(id INTEGER PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, \
            type TEXT NOT NULL, initial);
            CREATE TABLE widths(field INTEGER PRIMARY KEY, width INTEGER NOT NULL);
            CREATE TABLE properties(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
            \(historyCreation)
            """
    }

    /// Makes the view that shows the records under the field names.
    static func view(of schema: Schema) -> String {
        let columns = schema.fields.map { "\(column($0.id)) AS \(quoted($0.name))" }.joined(separator: ", ")
        return "CREATE VIEW cards AS SELECT \(columns) FROM records ORDER BY id"
    }

    /// The column of `records` that holds a field.
    static func column(_ field: FieldID) -> String { "f\(field.rawValue)" }

    /// Which field this column of `records` would hold, or `nil` if it can be no field's.
    ///
    /// SQLite makes no difference between large and small letters in names.
    static func number(ofColumn name: String) -> Int64? {
        name.first == "f" || name.first == "F" ? Int64(name.dropFirst()) : nil
    }

    /// Reads columns of records in order: of all of them, or of a part that is given as parameter 1.
    static func selection(of columns: [String], _ part: RecordReading.Part) -> String {
        let columns = columns.map { ", " + $0 }.joined()
        let records = "SELECT id\(columns) FROM records"
        return switch part {
        case .all: records + " ORDER BY id"
        case .before: records + " WHERE id < ?1 ORDER BY id"
        case .from: records + " WHERE id >= ?1 ORDER BY id"
        case .some: records + " WHERE id >= ?1 ORDER BY id LIMIT ?2"
        }
    }

    /// Whether the records are kept as Kiroku does, so that each is in one of two parts that meet at an identifier.
    ///
    /// In a table that somebody else has put in the place of ours, a record might have no identifier, or another kind.
    static let recordsAreOurs = """
        SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'records' \
        AND sql GLOB 'CREATE TABLE records(id INTEGER PRIMARY KEY[,)]*'
        """

    /// Makes the table of the history, without steps.
    static let historyCreation = """
        DROP TABLE IF EXISTS history;
        CREATE TABLE history(step INTEGER PRIMARY KEY, change BLOB NOT NULL);
        """

    /// Puts a record in.
    ///
    /// Its identifier is parameter 1, its cells follow in the order of the fields.
    static func insertion(into schema: Schema) -> String {
        let columns = schema.fields.map { ", " + column($0.id) }.joined()
        let parameters = String(repeating: ", ?", count: schema.count)
        return "INSERT INTO records(id\(columns)) VALUES(?\(parameters))"
    }

    /// A name as SQL writes it, whatever characters are in it.
    ///
    /// SQL text ends at a NUL, so that is shown as U+2400.
    private static func quoted(_ name: String) -> String {
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
