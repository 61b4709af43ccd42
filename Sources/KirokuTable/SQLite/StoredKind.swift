/// How a kind of field keeps its values in a document's file and in a table on a server.
protocol StoredKind: ValueKind {
    // MARK: A table on a server

    /// The type of PostgreSQL that a column for such a field has.
    static var databaseType: String { get }

    /// The text of a value as the server writes it that has it in such a column; `nil` for one that the column cannot
    /// hold.
    static func databaseText(_ value: Value) -> String?

    // MARK: The document's file

    /// Binds a value to a parameter of an SQLite statement.
    static func bind(_ value: Value, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError)

    /// What binds the cells of a column.
    static func binder(of column: Value.Values) -> CellBinder

    /// What collects the cells of rows, with room for `capacity`.
    static func rowGatherer(capacity: Int) -> RowGatherer
}
