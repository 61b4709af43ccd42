import FoundationEssentials

/// How a document of an earlier version of Kiroku is converted before its first edit is saved.
///
/// Such a document is opened as it is. The first edit makes a backup of it and then converts it to the current format,
/// which earlier versions cannot read, in one transaction. If the task that saves is cancelled, the document stays as
/// it is.
public struct DocumentConversion: Sendable {
    let folder: @Sendable (_ file: String) -> BackupFolder
    let clock: AppClock
    let progress: ProgressHandler?
    let ended: (@Sendable (Result<Backup, StorageError>) -> Void)?

    /// - Parameters:
    ///   - folder: the folder for backups of the document with this path, which is absolute and without symbolic links;
    ///     no older backup is removed.
    ///   - clock: gives the time in the backup's name.
    ///   - progress: called with the progress from 0 to 1, on the file's own thread.
    ///   - ended: called with the backup when the conversion is durable, or with the error if there was none; on any
    ///     thread.
    public init(
        backupIn folder: @escaping @Sendable (_ file: String) -> BackupFolder, clock: AppClock = .shared,
        progress: ProgressHandler? = nil, ended: (@Sendable (Result<Backup, StorageError>) -> Void)? = nil
    ) {
        self.folder = folder
        self.clock = clock
        self.progress = progress
        self.ended = ended
    }

    /// The backup's share of the work.
    fileprivate static let backupShare = 0.8
}

/// A backup that was made for a conversion.
struct ConversionBackup {
    let backup: Backup
    /// The document's change counter then.
    let counter: UInt32
}

extension CardFile {
    /// Makes a backup of a document of an earlier version, converts it to the current format and writes changes, all or
    /// none.
    ///
    /// - Throws: ``StorageError``; ``StorageError/notConverted(path:)`` if the task was cancelled, or if there is no place for
    ///   backups.
    func convert(writing changes: [DocumentChange]) async throws(StorageError) {
        guard let conversion, !Task.isCancelled else { throw .notConverted(path: path) }
        conversion.progress?(0)
        do throws(StorageError) {
            let backup = try await backUp(for: conversion)
            try Self.report(DocumentConversion.backupShare, to: conversion.progress)
            guard let connection else { throw .unsupported }
            connection.stopWhenCancelled()
            defer { connection.endLimit() }
            try write(changes, converting: true)
            conversion.progress?(1)
            conversion.ended?(.success(backup))
        } catch {
            let error = error == .cancelled ? .notConverted(path: path) : error
            conversion.ended?(.failure(error))
            throw error
        }
    }

    /// Makes the backup, unless one is left from an attempt that failed.
    private func backUp(for conversion: DocumentConversion) async throws(StorageError) -> Backup {
        guard let connection else { throw .unsupported }
        let counter = CardFileHeader(try connection.bytes(CardFileHeader.size)).changeCounter
        if let made = conversionBackup, made.counter == counter { return made.backup }
        let folder = conversion.folder(try existingFile())
        let backup = try await folder.add(at: LocalTime(conversion.clock.now), keeping: .max) {
            (path) throws(StorageError) in
            try await self.backUp(to: path) { conversion.progress?($0 * DocumentConversion.backupShare) }
        }
        conversionBackup = ConversionBackup(backup: backup, counter: counter)
        return backup
    }
}

extension SQLiteConnection {
    /// The format version of the document.
    ///
    /// To be called inside a transaction.
    func documentVersion() throws(StorageError) -> Int32 {
        Int32(truncatingIfNeeded: try number("PRAGMA user_version"))
    }

    /// Converts a document of an earlier version to the current format.
    ///
    /// To be called inside a transaction.
    ///
    /// Records, widths and pictures stay where they are: only tables and empty columns are added, and the log is
    /// rewritten. The caller must write the steps again. Other programs' tables and columns are renamed if Kiroku needs
    /// their names.
    ///
    /// - Parameter schema: the fields of the document.
    func convert(to schema: Schema) throws(StorageError) {
        dropCachedStatements()
        if try documentVersion() == 1 { try convertToVersion2(of: schema) }
        try convertToVersion3()
        try execute("PRAGMA user_version = \(CardFileFormat.version)")
    }

    /// Adds what version 2 has: places, tables and desks.
    private func convertToVersion2(of schema: Schema) throws(StorageError) {
        try dropView()
        for name in Set(CardFileFormat.tables(version: 2)).subtracting(CardFileFormat.tables(version: 1))
            .union([CardFileFormat.placesIndex]).sorted()
        {
            try makeRoom(forTable: name)
        }
        for column in CardFileFormat.placeColumns { try makeRoom(forColumn: column, in: "records") }
        try makeRoom(forColumn: "table", in: "fields")
        for column in CardFileFormat.placeColumns { try execute("ALTER TABLE records ADD COLUMN \(column) INTEGER") }
        try execute("ALTER TABLE fields ADD COLUMN \(CardFileFormat.tableColumn)")
        try execute(CardFileFormat.tableCreation)
        let (old, new) = (CardFileFormat.settingPrefix(version: 1), CardFileFormat.settingPrefix(version: 2))
        try execute(
            """
            UPDATE OR REPLACE properties SET name = '\(new)' || substr(name, \(old.count + 1)) \
            WHERE name >= '\(old)' AND substr(name, 1, \(old.count)) = '\(old)'
            """)
        try makeView(of: schema)
    }

    /// Adds what version 3 has: a log that SQL can read, and the view of it; the steps get another name.
    private func convertToVersion3() throws(StorageError) {
        let old = CardFileFormat.quoted(try freeName("log", isTakenInSchema))
        let found = try prepare("SELECT sql FROM sqlite_schema WHERE lower(name) = 'log'")
        let hasLog = try found.step() && found[0].text == Self.version2Log
        found.reset()
        if hasLog { try execute("ALTER TABLE log RENAME TO \(old)") }
        for name in ["log", CardFileFormat.stepsTable(version: 3)] { try makeRoom(forTable: name) }
        try execute(CardFileFormat.stepsCreation(CardFileFormat.stepsTable(version: 3)))
        try execute("DROP TABLE IF EXISTS \(CardFileFormat.stepsTable(version: 2)); \(CardFileFormat.logCreation)")
        if hasLog {
            try convertLog(old)
            try execute("DROP TABLE \(old)")
        }
        try execute(CardFileFormat.historyView)
    }

    /// The log of version 2.
    private static let version2Log = """
        CREATE TABLE log(number INTEGER PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, person TEXT NOT NULL, \
        program TEXT NOT NULL, change BLOB)
        """

    /// Writes the rows of a log of version 2 into that of version 3.
    private func convertLog(_ old: String) throws(StorageError) {
        let rows = try prepare(
            """
            SELECT mark, (julianday(at) - 2440587.5) * 86400, person, program, change FROM \(old) ORDER BY number
            """)
        while try rows.step() {
            let bytes = rows[4].bytes
            let change = bytes.isEmpty ? Change.sequence([]) : HistoryReader.change(bytes)
            var parts = [LoggedPart.unknown]
            if rows[4].content == .blob, let change {
                parts = try LoggedPart.parts(
                    of: change, limit: CommitLog.changeLimit, field: logFields(besides: [change]))
            }
            try log(
                parts, mark: rows[0].text, at: Date(timeIntervalSince1970: rows[1].real),
                by: CommitAuthor(person: rows[2].text, program: rows[3].text))
        }
    }

    /// Renames another program's table of this name.
    ///
    /// - Throws: ``StorageError/unwritable(path:reason:)`` if it is a view or an index, which cannot be renamed.
    private func makeRoom(forTable name: String) throws(StorageError) {
        let found = try prepare("SELECT name, type FROM sqlite_schema WHERE lower(name) = ?1 AND type <> 'trigger'")
        try found.bind(name, at: 1)
        guard try found.step() else { return }
        guard found[1].text == "table" else {
            throw .unwritable(
                path: path,
                reason: localized(
                    "another program keeps something of its own in it under the name “{name}”", ["name": name]))
        }
        let theirs = CardFileFormat.quoted(found[0].text)
        found.reset()
        let free = try freeName(name, isTakenInSchema)
        try execute("ALTER TABLE \(theirs) RENAME TO \(CardFileFormat.quoted(free))")
    }

    private func isTakenInSchema(_ name: String) throws(StorageError) -> Bool {
        let taken = try prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = ?1")
        try taken.bind(name, at: 1)
        return try taken.step()
    }

    /// Renames another program's column of this name.
    private func makeRoom(forColumn name: String, in table: String) throws(StorageError) {
        func isTaken(_ name: String) throws(StorageError) -> Bool {
            let taken = try prepare("SELECT 1 FROM pragma_table_xinfo(?1) WHERE lower(name) = ?2")
            try taken.bind(table, at: 1)
            try taken.bind(name, at: 2)
            return try taken.step()
        }
        guard try isTaken(name) else { return }
        let free = try freeName(name, isTaken)
        try execute("ALTER TABLE \(table) RENAME COLUMN \"\(name)\" TO \"\(free)\"")
    }

    private func freeName(
        _ name: String, _ isTaken: (String) throws(StorageError) -> Bool
    ) throws(StorageError) -> String {
        var number = 2
        while try isTaken("\(name)_\(number)") { number += 1 }
        return "\(name)_\(number)"
    }
}
