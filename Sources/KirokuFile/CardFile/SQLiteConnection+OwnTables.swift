/// Protection against tables of other programs under Kiroku's names.
extension SQLiteConnection {
    /// Checks that everything with the name of one of Kiroku's tables is a plain table, so that reading it only reads,
    /// and writing to it computes nothing that another program has put there.
    ///
    /// A view may run forever or fill the disk, a virtual table may run any module, and generated columns and indexes
    /// of expressions are computed for each record. Views and columns with other names are left alone.
    ///
    /// - Throws: ``StorageError/damaged(path:reason:)``. Missing tables are reported when they are read.
    func checkOwnTables() throws(StorageError) {
        let own = CardFileFormat.tables.map { "'\($0)'" }.joined(separator: ", ")
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
            let indexes = try prepare(Self.computingIndexes)
            try indexes.bind(name, at: 1)
            if try indexes.step() { throw computes(name) }
        }
    }

    /// Finds the indexes of a table that are on an expression, or have a condition that is not Kiroku's.
    ///
    /// SQLite puts the table's name in quotation marks if the table has been renamed.
    private static let computingIndexes = """
        SELECT 1 FROM pragma_index_list(?1) l WHERE EXISTS(SELECT 1 FROM pragma_index_xinfo(l.name) WHERE cid = -2) \
        OR l.partial AND NOT EXISTS(SELECT 1 FROM sqlite_schema WHERE name = l.name \
        AND replace(sql, '"', '') IN ('\(CardFileFormat.placesIndexCreation)', '\(CardFileFormat.openIndexCreation)'))
        """

    /// Records may have other programs' columns, which are not read.
    private static func isRead(_ table: String) -> String {
        table == "records" ? "(lower(name) IN ('id', 'after', 'step') OR lower(name) GLOB 'f[0-9]*')" : "1"
    }

    private func notATable(_ name: String) -> StorageError {
        .damaged(
            path: path,
            reason: localized("The table “{name}” has been replaced by something else.", ["name": name]))
    }

    private func computes(_ name: String) -> StorageError {
        .damaged(
            path: path,
            reason: localized("an index of the table “{name}” computes something", ["name": name]))
    }
}
