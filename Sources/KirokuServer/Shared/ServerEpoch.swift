/// Detects that a server has crashed, failed over or been restored.
///
/// A cursor says which transactions were visible by their numbers. Where a server ends abruptly, numbers are given out
/// again of transactions that were not written down: those that were rolled back, those that do not wait for the disk, such
/// as the pings. After a backup was put back, all since. An old cursor would hide what they change. So a cursor goes with a
/// name of the server's past, and where that is another one, all of the table is read.
enum ServerEpoch {
    /// An expression for the name: when the server was started, which a table it is that it empties when it has ended
    /// abruptly, what this table says, and which one the document's table is, which may have been restored alone.
    static func name(_ home: String) -> String {
        """
        (SELECT p.tableoid || ' ' || p.id || ' ' || pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time()) \
        || ' ' || \(SharedTable.relation(home)) FROM \(home).past p, \(home).document d)
        """
    }

    /// Asks for the name, and gives the past one if it has none.
    static func name(_ home: String, _ connection: SharedConnection) async throws(ServerError) -> String? {
        if let name = try await connection.ask("SELECT \(name(home))").first?[0] { return name }
        _ = try await connection.ask("SELECT \(home).name_past()")
        return try await connection.ask("SELECT \(name(home))").first?[0]
    }
}
