/// How a kind of field stores its values in a document's file and in a table on a server.
protocol StoredKind: ValueKind {
    // MARK: A table on a server

    /// The PostgreSQL type of a column for such a field.
    static var databaseType: String { get }

    /// The text of a value in such a column, in the server's form; `nil` if the column cannot hold the value.
    static func databaseText(_ value: Value) -> String?

    // MARK: The document's file

    /// Binds a value to a parameter of an SQLite statement.
    static func bind(_ value: Value, to statement: SQLiteStatement, at parameter: Int32) throws(StorageError)

    /// A binder for the cells of a column.
    static func binder(of column: Value.Values) -> CellBinder

    /// A gatherer for the cells of rows, with room for `capacity`.
    static func rowGatherer(capacity: Int) -> RowGatherer
}
