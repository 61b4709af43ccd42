import CSQLite

/// Protection against the contents of a file, which can come from anywhere.
extension SQLiteConnection {
    /// Sets up the connection so that Kiroku's statements run nothing from the file's schema and cannot corrupt the
    /// file's structure, and so that damage is detected before memory is misread.
    ///
    /// This reads nothing from the file.
    func distrustContents() throws(StorageError) {
        for (option, value) in Self.options { try check(kiroku_db_config(database, option, value)) }
        for (category, limit) in Self.limits { sqlite3_limit(database, category, limit) }
        // The modules of virtual tables would process whatever a file contains for them. This one is needed, because
        // SQLite checks the view `history`, which uses it, when columns are dropped or renamed.
        let code = "json_each".withCString { json in
            var kept: [UnsafePointer<CChar>?] = [json, nil]
            return sqlite3_drop_modules(database, &kept)
        }
        try check(code)
        let authorizer:
            @convention(c) (
                UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
                UnsafePointer<CChar>?
            ) -> Int32 = { _, action, name, _, _, origin in
                SQLiteConnection.isAllowed(action, name, isOfSchema: origin != nil) ? SQLITE_OK : SQLITE_DENY
            }
        try check(sqlite3_set_authorizer(database, authorizer, nil))
        try execute("PRAGMA cell_size_check = ON; PRAGMA ignore_check_constraints = ON; PRAGMA mmap_size = 0")
    }

    /// The triggers that record what other programs overwrite; they run only in those programs.
    package static let ownTriggers = ["insert", "inserted", "update", "updated", "delete"].map {
        "kiroku originals " + $0
    }

    private static let options: [(Int32, Int32)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
        (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 0),
    ]

    /// Limits far above the needs of Kiroku's own statements.
    ///
    /// `VACUUM` writes to one attached database. The limit for the text of a schema is unchanged, because it also
    /// contains other programs' views.
    private static let limits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_ATTACHED, 1), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// Whether a statement may do this.
    ///
    /// - Parameters:
    ///   - name: the name of the object concerned.
    ///   - isOfSchema: whether a view or trigger would do it, not the statement itself.
    private static func isAllowed(_ action: Int32, _ name: UnsafePointer<CChar>?, isOfSchema: Bool) -> Bool {
        switch action {
        // `VACUUM` attaches a file without a name.
        case SQLITE_ATTACH: name.map { $0.pointee == 0 } ?? true
        case SQLITE_DETACH, SQLITE_RECURSIVE, SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE: false
        case SQLITE_CREATE_TRIGGER: name.map { ownTriggers.contains(String(cString: $0)) } ?? false
        default: !isOfSchema
        }
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}
