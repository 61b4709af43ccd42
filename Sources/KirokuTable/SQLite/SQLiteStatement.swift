import CSQLite

/// A prepared statement.
///
/// Parameters are numbered from 1, columns from 0.
package final class SQLiteStatement {
    private let statement: OpaquePointer
    /// Outlives its statements, which are only used through it.
    private unowned let connection: SQLiteConnection

    package init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
        self.statement = statement
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(statement)
    }

    // MARK: Running

    /// Moves to the next row; `false` when there is none left.
    package func step() throws(StorageError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            return false
        case let code:
            let error = connection.failure(code)
            reset()
            throw error
        }
    }

    /// Runs to the end, and resets the statement.
    package func run() throws(StorageError) {
        while try step() {}
        reset()
    }

    /// Runs a statement that returns no rows; `false` if an object that it names no longer exists.
    func runIfAllowed() throws(StorageError) -> Bool {
        let code = sqlite3_step(statement)
        defer { reset() }
        switch code {
        case SQLITE_ROW, SQLITE_DONE: return true
        case SQLITE_ERROR: return false
        default: throw connection.failure(code)
        }
    }

    /// Resets the statement, so that it can be run again.
    ///
    /// The parameters stay bound.
    package func reset() {
        // Returns the error of the last step, which has already been thrown.
        sqlite3_reset(statement)
    }

    // MARK: Parameters

    package func bindNull(at parameter: Int32) throws(StorageError) {
        try check(sqlite3_bind_null(statement, parameter))
    }

    package func bind(_ number: Int64, at parameter: Int32) throws(StorageError) {
        try check(sqlite3_bind_int64(statement, parameter, number))
    }

    package func bind(_ number: Double, at parameter: Int32) throws(StorageError) {
        try check(sqlite3_bind_double(statement, parameter, number))
    }

    /// - Parameter number: `nil` for NULL.
    package func bind(_ number: Int64?, at parameter: Int32) throws(StorageError) {
        if let number { try bind(number, at: parameter) } else { try bindNull(at: parameter) }
    }

    /// - Parameter text: `nil` for NULL.
    package func bind(_ text: String?, at parameter: Int32) throws(StorageError) {
        if let text { try bind(text, at: parameter) } else { try bindNull(at: parameter) }
    }

    package func bind(_ text: String, at parameter: Int32) throws(StorageError) {
        var text = text
        try check(text.withUTF8 { bindUTF8($0, at: parameter) })
    }

    /// Binds a test for ``SQLiteConnection/textTest``, which the statement keeps.
    package func bind(_ test: TextTest, at parameter: Int32) throws(StorageError) {
        let bound = Unmanaged.passRetained(BoundTextTest(test))
        let code = BoundTextTest.pointerType.withUTF8Buffer { type in
            type.withMemoryRebound(to: CChar.self) { type in
                sqlite3_bind_pointer(statement, parameter, bound.toOpaque(), type.baseAddress) { test in
                    if let test { Unmanaged<BoundTextTest>.fromOpaque(test).release() }
                }
            }
        }
        try check(code)
    }

    /// Binds bytes without copying them; they must stay in place until the statement has run.
    package func bind(_ bytes: UnsafeRawBufferPointer, at parameter: Int32) throws(StorageError) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(statement, parameter, 0))
        }
        try check(sqlite3_bind_blob64(statement, parameter, start, sqlite3_uint64(bytes.count), nil))
    }

    /// Runs to the end with these bytes as a parameter, which are not copied.
    package func run(binding bytes: [UInt8], at parameter: Int32) throws(StorageError) {
        var failure: StorageError?
        bytes.withUnsafeBytes { buffer in
            do throws(StorageError) {
                try bind(buffer, at: parameter)
                try run()
                try bindNull(at: parameter)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Binds a text of a column without creating a String.
    package func bind(_ texts: StringColumn, _ index: Int, at parameter: Int32) throws(StorageError) {
        let code = texts.withUTF8(at: index) { text in
            text.map { bindUTF8($0, at: parameter) } ?? sqlite3_bind_null(statement, parameter)
        }
        try check(code)
    }

    private func bindUTF8(_ text: UnsafeBufferPointer<UInt8>, at parameter: Int32) -> Int32 {
        // Without an address, which an empty buffer may lack, SQLite would bind NULL instead of an empty text.
        guard let start = text.baseAddress else { return kiroku_bind_text(statement, parameter, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            kiroku_bind_text(statement, parameter, $0, UInt64(text.count))
        }
    }

    /// A column of the row the statement is at.
    package subscript(column: Int32) -> SQLiteValue {
        SQLiteValue(sqlite3_column_value(statement, column))
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw connection.failure(code) }
    }
}
