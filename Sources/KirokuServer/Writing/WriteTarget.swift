import KirokuCore

/// A table on a server, as needed by ``set(_:)``, ``delete(_:_:cell:)`` and ``insert(_:_:besides:cell:)`` for writing
/// its records.
protocol WriteTarget {
    /// What represents a field there.
    associatedtype Column

    /// Its name, quoted for statements.
    var table: String { get }
    /// The names of the table and its columns, quoted.
    var quotedNames: [String] { get }
    /// The columns that identify its rows, quoted.
    var identity: [String] { get }
    /// The fields of these columns.
    var keyFields: Set<FieldID> { get }
    /// Whether nothing on the server keeps their values unique.
    var isKeyNamed: Bool { get }
    /// The columns `k` and `b` to read from a row that gets a key; `nil` if not needed.
    var returnedKey: String? { get }
    /// Whether rows can be locked before they are written, and the user has the permission.
    var canLock: Bool { get }
    /// Whether a statement that does not match its rows raises an error; otherwise, it only returns no row.
    var raises: Bool { get }

    /// Whether all writers write a record before another one.
    func isBefore(_ one: RecordID, _ other: RecordID) -> Bool
    /// Adds the keys of records.
    ///
    /// - Returns: expressions for them, in the order of ``identity``; `nil` if a record has no key.
    func keys(of records: [RecordID], _ rows: inout RecordRows) -> [String]?
    /// - Returns: `nil` if the table no longer has the field.
    func column(of field: FieldID) -> Column?
    /// Whether the server may fill in the column of a new row that has no value for it.
    func isFilledIn(_ column: Column) -> Bool
    /// Adds the new values of cells, as a list for each column.
    ///
    /// - Parameter isNew: whether the rows are new.
    func assignments(
        _ cells: [(column: Column, values: [CellValue])], isNew: Bool, _ rows: inout RecordRows
    ) -> [ColumnAssignment]
    /// A condition that cells still hold exactly these values; adds the values to the rows.
    func isStill(_ values: [CellValue], _ column: Column, _ rows: inout RecordRows) -> String
}

/// A column, quoted, and what it is set to.
typealias ColumnAssignment = (name: String, value: String)

/// The cells of added or deleted records, by record index and field index.
typealias RecordCells = (_ record: Int, _ field: Int) -> CellValue
