import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

/// Documents in the form that they had in version 1.
enum Version1 {
    /// What Kiroku of then wrote, and what it read from that (`Fixtures/Version1/make-documents`).
    static let fixtures =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Fixtures/Version1")

    static let names = [
        "values", "history", "between others", "settings", "pictures", "random 1", "random 2", "random 3", "random 6",
        "written by others",
    ]

    /// A copy of one of these in a folder.
    static func document(_ name: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path("\(name).kiroku")
        try FileManager.default.copyItem(atPath: fixtures.appending(path: "\(name).kiroku").path, toPath: path)
        return path
    }

    /// What the program of then read from one of these.
    static func expectation(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: "\(name).txt"), encoding: .utf8)
    }

    /// Makes a document of a table, in the form of then.
    static func make(_ table: RecordTable, at path: String, fieldWidths: [FieldID: Int] = [:]) async throws {
        try await CardFile.create(at: path, table: table, fieldWidths: fieldWidths).close()
        let tool = try SQLiteTool(path)
        for statement in [
            "DROP VIEW cards", "DROP INDEX records_places", "ALTER TABLE records DROP COLUMN after",
            "ALTER TABLE records DROP COLUMN step", "ALTER TABLE fields DROP COLUMN \"table\"", "DROP TABLE tables",
            "DROP TABLE desks", "DROP VIEW history", "DROP TABLE log", "ALTER TABLE undo RENAME TO history",
            "UPDATE properties SET name = 'view: ' || substr(name, 9) WHERE name LIKE 'view 1: %'",
            "PRAGMA user_version = 1",
        ] {
            try tool.run(statement)
        }
        let columns = table.schema.fields.map { field in
            "f\(field.id.rawValue) AS \(CardFileFormat.quoted(field.name))"
        }
        try tool.run("CREATE VIEW cards AS SELECT \(columns.joined(separator: ", ")) FROM records ORDER BY id")
    }

    /// A conversion whose backups are in this folder.
    static func conversion(
        in folder: TemporaryFolder, progress: ProgressHandler? = nil,
        ended: (@Sendable (Result<Backup, StorageError>) -> Void)? = nil
    ) -> DocumentConversion {
        DocumentConversion(
            backupIn: { [path = folder.path("backups")] _ in BackupFolder(path: path) },
            clock: .standing(at: Date(timeIntervalSince1970: 0)), progress: progress, ended: ended)
    }

    static func backups(in folder: TemporaryFolder) throws -> [Backup] {
        try BackupFolder(path: folder.path("backups")).backups()
    }

    /// Which version's form a document has.
    static func version(of path: String) throws -> String {
        try SQLiteTool(path).run("PRAGMA user_version")[0]
    }
}
