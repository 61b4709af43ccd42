import KirokuCore

/// What a table on a server says of itself, so that ``set(_:)``, ``delete(_:_:cell:)`` and
/// ``insert(_:_:besides:cell:)`` can write its records.
protocol WriteTarget {
    /// What a field is there.
    associatedtype Column

    /// Its name, quoted for statements.
    var table: String { get }
    /// The names of the table and its columns, quoted.
    var quotedNames: [String] { get }
    /// The columns that tell its rows apart, quoted.
    var identity: [String] { get }
    /// The fields that these are.
    var keyFields: Set<FieldID> { get }
    /// Whether nothing on the server keeps what is in them unique.
    var isKeyNamed: Bool { get }
    /// What is read of a row that has got a key here, as columns `k` and `b`; `nil` if nobody needs it.
    var returnedKey: String? { get }
    /// Whether rows can be locked before they are written, and the user has the right to do so.
    var canLock: Bool { get }
    /// Whether a statement that finds other rows than it names raises an error; otherwise, only its answer has no row.
    var raises: Bool { get }

    /// Whether everybody writes a record before another one.
    func isBefore(_ one: RecordID, _ other: RecordID) -> Bool
    /// Adds the keys of records.
    ///
    /// - Returns: what stands for them, in the order of ``identity``; `nil` if one has none.
    func keys(of records: [RecordID], _ rows: inout RecordRows) -> [String]?
    /// - Returns: `nil` if the table does not have the field any more.
    func column(of field: FieldID) -> Column?
    /// Whether the server may put something into the column of a new row that has no value for it.
    func isFilledIn(_ column: Column) -> Bool
    /// Adds the new values of cells, a list for each column.
    ///
    /// - Parameter isNew: whether the rows are.
    func assignments(
        _ cells: [(column: Column, values: [CellValue])], isNew: Bool, _ rows: inout RecordRows
    ) -> [ColumnAssignment]
    /// A condition that cells still hold these values, letter by letter; adds them to the rows.
    func isStill(_ values: [CellValue], _ column: Column, _ rows: inout RecordRows) -> String
}

/// A column, quoted, and what it is set to.
typealias ColumnAssignment = (name: String, value: String)

/// The cells of records that are added or deleted, by the indexes of these and of the fields.
typealias RecordCells = (_ record: Int, _ field: Int) -> CellValue
