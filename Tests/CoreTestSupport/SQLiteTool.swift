import CSQLite

/// Another program's view of a file: SQLite's own interface, with nothing of Kiroku's in between.
public final class SQLiteTool {
    private var database: OpaquePointer?

    /// What SQLite has refused.
    public struct Refusal: Error {
        /// What it says.
        public let message: String
    }

    /// Opens a file, or makes an empty one.
    public init(_ path: String) throws {
        try check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil))
        // A document that is open may be about to be written to.
        sqlite3_busy_timeout(database, 20_000)
    }

    deinit {
        sqlite3_close_v2(database)
    }

    /// Runs a statement and returns its rows as `sqlite3` prints them: "|" between cells, nothing for NULL.
    @discardableResult
    public func run(_ sql: String) throws -> [String] {
        try rows(sql).rows
    }

    /// The names of the columns that a statement returns.
    public func columns(_ sql: String) throws -> [String] {
        try rows(sql).names
    }

    /// What SQLite says to statements that it may refuse.
    public enum Answer: Sendable {
        case done
        case busy
        case refused
    }

    /// Runs statements through a connection of their own, without waiting for anybody.
    public static func answer(to sql: String, in path: String) -> Answer {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { return .refused }
        return switch sqlite3_exec(database, sql, nil, nil, nil) {
        case SQLITE_OK: .done
        case SQLITE_BUSY: .busy
        default: .refused
        }
    }

    private func rows(_ sql: String) throws -> (names: [String], rows: [String]) {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        let columns = 0..<sqlite3_column_count(statement)
        let names = columns.map { String(cString: sqlite3_column_name(statement, $0)) }
        var rows: [String] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return (names, rows) }
            try check(code, isDone: SQLITE_ROW)
            rows.append(
                columns.map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                }.joined(separator: "|"))
        }
    }

    private func check(_ code: Int32, isDone: Int32 = SQLITE_OK) throws {
        guard code == isDone else { throw Refusal(message: String(cString: sqlite3_errmsg(database))) }
    }
}
