/// Detects that a server has crashed, failed over or been restored.
///
/// A cursor lists visible transactions by number. After a crash, the server reuses the numbers of transactions that
/// were not on disk: those that were rolled back, and those that do not wait for the disk, such as pings. After a
/// backup was restored, it reuses all numbers since then. An old cursor would hide changes by these. So a cursor comes
/// with a name of the server's epoch, and if that has changed, the whole table is read.
enum ServerEpoch {
    /// An SQL expression for the name.
    ///
    /// It combines the server's start time, the number and contents of an unlogged table, which a crash empties, and
    /// the number of the document's table, which may have been restored alone.
    static func name(_ home: String) -> String {
        """
        (SELECT p.tableoid || ' ' || p.id || ' ' || pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time()) \
        || ' ' || \(SharedTable.relation(home)) FROM \(home).past p, \(home).document d)
        """
    }

    /// Reads the name, and creates one if the epoch has none.
    static func name(_ home: String, _ connection: SharedConnection) async throws(ServerError) -> String? {
        if let name = try await connection.ask("SELECT \(name(home))").first?[0] { return name }
        _ = try await connection.ask("SELECT \(home).name_past()")
        return try await connection.ask("SELECT \(name(home))").first?[0]
    }
}
