import CSQLite

/// Protection against files that have something else in place of our tables.
extension SQLiteConnection {
    /// Checks that everything with the name of one of our tables is a plain table, so that reading it only reads.
    ///
    /// A view may run forever or fill the disk, a virtual table may run any module, and a generated column is computed
    /// for each record. Views and columns of other names are left alone.
    ///
    /// - Parameter version: of the document.
    /// - Throws: ``StorageError/damaged(path:reason:)``. Missing tables are reported when they are read.
    func checkOwnTables(version: Int32) throws(StorageError) {
        let own = CardFileFormat.tables(version: version).map { "'\($0)'" }.joined(separator: ", ")
        let entries = try prepare(
            "SELECT lower(name), type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE%' FROM sqlite_schema "
                + "WHERE lower(name) IN (\(own)) AND type <> 'trigger'")
        var names: [String] = []
        while try entries.step() {
            guard entries[1].integer == 1 else { throw notATable(entries[0].text) }
            names.append(entries[0].text)
        }
        for name in names {
            let columns = try prepare("SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden <> 0 AND " + Self.isRead(name))
            try columns.bind(name, at: 1)
            if try columns.step() { throw notATable(name) }
        }
    }

    /// Records may have other programs' columns, which are not read.
    private static func isRead(_ table: String) -> String {
        table == "records" ? "(lower(name) IN ('id', 'after', 'step') OR lower(name) GLOB 'f[0-9]*')" : "1"
    }

    private func notATable(_ name: String) -> StorageError {
        .damaged(
            path: path,
            reason: localized("The table “{name}” has been replaced by something else.", ["name": name]))
    }
}
