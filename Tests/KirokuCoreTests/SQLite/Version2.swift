import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

/// Documents in the form that they had in version 2.
enum Version2 {
    /// Gives a document that is not open the form of then, with its steps, and these changes in the log.
    static func make(_ path: String, logged changes: [Change?] = []) throws {
        let tool = try SQLiteTool(path)
        for statement in [
            "DROP VIEW history", "DROP TABLE log", "ALTER TABLE undo RENAME TO history", "PRAGMA user_version = 2",
            """
            CREATE TABLE log(number INTEGER PRIMARY KEY, mark TEXT NOT NULL, at TEXT NOT NULL, person TEXT NOT NULL, \
            program TEXT NOT NULL, change BLOB)
            """,
        ] {
            try tool.run(statement)
        }
        for (number, change) in changes.enumerated() {
            let bytes = change.flatMap { HistoryWriter.bytes(of: $0, limit: 1 << 20) }
            let digits = bytes?.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            let hex = digits.map { "x'\($0.joined())'" }
            try tool.run(
                """
                INSERT INTO log(mark, at, person, program, change) \
                VALUES('\(number) 1', '2024-05-01 10:00:0\(number).250', 'Ann', 'Kiroku', \(hex ?? "NULL"))
                """)
        }
        // The steps belong to the last commit.
        let counter = CardFileHeader(Array(try bytes(of: path).prefix(CardFileHeader.size))).changeCounter
        try tool.run("UPDATE properties SET value = '\(counter &+ 1) 1' WHERE name = 'last commit'")
    }
}
