import CoreTestSupport
import KirokuCore

@testable import KirokuServer

/// Copies of a table that another program has made on the private server.
@MainActor
final class Copies {
    let database: Database
    let folder: TemporaryFolder
    private(set) var members: [Member] = []

    /// - Parameters:
    ///   - sql: what makes the table `t`.
    ///   - count: how many copies there are.
    ///   - key: the columns that the address names as the key.
    init(
        _ sql: String, table: String = "t", count: Int = 1, user: String = "kiroku", key: String? = nil,
        where condition: String? = nil
    ) async throws {
        _ = try ProgramState.folder.get()
        database = try Database(sql)
        folder = try TemporaryFolder()
        for number in 0..<count {
            let path = folder.path("\(number).kiroku")
            let named = table + (key.map { "&key=" + $0 } ?? "")
            try await SharedDocuments.join(try database.address(table: named, user: user), at: path, where: condition)
            members.append(try await Member(path))
        }
    }

    subscript(_ number: Int) -> Member { members[number] }

    /// The table as the server has it: each row in a line, in the order of its first column.
    func rows(_ table: String = "t") throws -> [String] {
        let text = try database.value("SELECT string_agg(r::text, ' ' ORDER BY r::text COLLATE \"C\") FROM \(table) r")
        return (text ?? "").split(separator: " ").map(String.init)
    }

    func close() async {
        for member in members { await member.close() }
    }
}

extension Member {
    /// The index of a record, by the text of its first cell.
    func index(_ text: String) throws -> Int {
        struct Missing: Error { let text: String }
        guard let index = texts.firstIndex(where: { $0[0] == text }) else { throw Missing(text: text) }
        return index
    }

    /// Adds records at the end, from texts.
    func add(_ rows: [[String?]]) throws {
        var records = RecordTable(schema: table.schema)
        for row in rows {
            try records.addRecord(
                zip(row, table.fieldTypes).map { text, type in text.map { CellValue(plain: $0, of: type) } ?? .empty })
        }
        try document.insertRecords(records, at: RecordIndexes(table.count..<table.count + records.count))
    }

    /// Why a field's cells cannot be edited.
    func refusal(_ field: Int) -> EditError? { document.refusal(ofField: table.schema[field].id) }

    /// What was left out, as sentences.
    var sentences: [String] { document.conflicts.compactMap(\.sentence) }
}
