import CSQLite

/// One column of a statement's current row; valid until the statement moves on.
///
/// A column is looked up once for both its type and its content. SQLite allows that for connections without a mutex, as
/// ``SQLiteConnection`` opens them.
package struct SQLiteValue {
    package enum Content {
        case null
        case integer
        case real
        case text
        case blob
    }

    private let value: OpaquePointer?

    init(_ value: OpaquePointer?) {
        self.value = value
    }

    package var content: Content {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    package var integer: Int64 { sqlite3_value_int64(value) }

    package var real: Double { sqlite3_value_double(value) }

    /// The bytes of a text.
    ///
    /// They may be anything: SQLite does not check them.
    var utf8: UnsafeBufferPointer<UInt8> {
        let start = sqlite3_value_text(value)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    /// A copy of the bytes of a blob or text.
    package var bytes: [UInt8] {
        guard let start = sqlite3_value_blob(value) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// A text; invalid UTF-8 is replaced by U+FFFD.
    package var text: String { String(decoding: utf8, as: UTF8.self) }
}
