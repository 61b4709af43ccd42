import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The journal of a document")
@MainActor
struct JournalTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func open() async throws -> Document {
        try await openDocument(at: path)
    }

    private func makeDocument(_ table: RecordTable? = nil) async throws -> Document {
        try await openTogether(try table ?? threePeople("Born"), 1, at: path)[0]
    }

    private func history(_ columns: String = "what, record, field, old, new, count") throws -> [String] {
        try SQLiteTool(path).run("SELECT \(columns) FROM history")
    }

    // MARK: The text of a change

    @Test("A change comes back from its text as it was, whatever it holds", arguments: UInt64(0)..<150)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let table = try generator.table(records: 1...12)
        var changed = table
        let change = try changed.apply(try generator.change(for: table)).change
        let fields = Dictionary((table.schema.fields + changed.schema.fields).map { ($0.id, LogField($0)) }) { $1 }
        let lookup: ChangeText.FieldLookup = { fields[$0] ?? removedField(change, $0) }
        let text = try ChangeText.text(of: change, field: lookup)
        let parts = try #require(ChangeTextReader.parts(text))
        let read = try parts.map { try #require($0.change) }
        #expect(!parts.contains { $0.text == nil && $0.operation != .nothing })
        var whole = table
        _ = try whole.apply(try #require(ChangeTextReader.change(text)))
        #expect(ExactTable(whole) == ExactTable(changed))
        #expect(ChangeTextReader.change(String(text.dropLast())) == nil)
        var forwards = table
        _ = try forwards.apply(.sequence(read))
        #expect(ExactTable(forwards) == ExactTable(changed))
        var back = changed
        _ = try back.apply(Change.sequence(read).inverse)
        #expect(ExactRecords(back) == ExactRecords(table))
    }

    private func removedField(_ change: Change, _ id: FieldID) -> LogField? {
        for case .changeFields(let part) in change.flattened {
            let fields = part.base.fields + part.schema.fields
            if let field = fields.first(where: { $0.id == id }) { return LogField(field) }
        }
        return nil
    }

    @Test(
        "A text that nobody has written changes nothing and is not taken",
        arguments: [
            "", "{", "[]", "{}", "null", #"{"names":{},"types":{},"cells":{"f1":[]}}"#,
            #"{"names":{"f1":"A"},"types":{"f1":"formula"},"cells":{"f1":[[1,null,1]]}}"#,
            #"{"names":{"f1":"A"},"types":{"f1":"int"},"cells":{"f1":[[1,null]]}}"#,
            #"{"names":{"f1":"A"},"types":{"f1":"int"},"cells":{"f1":[[0,null,1]]}}"#,
            #"{"names":{"f1":"A"},"types":{"f1":"int"},"cells":{"f1":[[1,null,1.5]]}}"#,
            #"{"names":{"f1":"A"},"types":{"f1":"int"},"cells":{"f1":[[1,null,1]]}} "#,
            #"{"names":{"f0":"A"},"types":{"f0":"int"},"cells":{"f0":[[1,null,1]]}}"#,
            String(repeating: "[", count: 100_000),
        ])
    func senseless(text: String) {
        #expect(ChangeTextReader.part(text, operation: .set) == nil)
    }

    @Test("It is read as any JSON, however it is laid out and escaped")
    func layout() throws {
        let text = """
            { "names": {"f1": "N\\u0061me\\t\\/"}, "types": {"f1": "string"},
              "cells": {"f1": [ [ 1, null, "\\ud83d\\ude00\\r" ] ]} }
            """
        let read = try #require(ChangeTextReader.part(text, operation: .set))
        #expect(read.fields.values.map(\.name) == ["Name\t/"])
        guard case .setCells(let cells) = read.change else { return #expect(Bool(false)) }
        #expect(cells.map(\.value) == [.string("😀\r")])
    }

    @Test("Records that are out of order, or come twice, are refused")
    func damagedRecords() {
        for ids in [[2, 1], [1, 1]] {
            let records = ids.map { "[\($0),null,{}]" }.joined(separator: ",")
            let text = #"{"names":{"f1":"A"},"types":{"f1":"int"},"records":["# + records + "]}"
            #expect(ChangeTextReader.part(text, operation: .add) == nil)
        }
    }

    @Test("What takes too much room is counted")
    func limit() throws {
        var table = try threePeople("Born")
        let change = try table.apply(
            .setCells([CellEdit(record: 0, field: 0, value: .string(String(repeating: "x", count: 500)))], in: table)
        ).change
        let field = LogField(table.schema[0])
        let part = try #require(try LoggedPart.parts(of: change, limit: 400) { _ in field }.first)
        #expect(part.operation == .set && part.count == 1 && part.size == 0 && part.change == nil)
    }

    // MARK: The view

    @Test("SQL shows who has changed what, and from what to what, the newest first")
    func view() async throws {
        let document = try await makeDocument()
        try document.setCells([
            CellEdit(record: 0, field: 0, value: .string("An\"na")), CellEdit(record: 1, field: 1, value: .unfit("x")),
        ])
        try document.deleteRecords(at: RecordIndexes(2))
        try document.addRecord()
        try document.moveRecords(at: RecordIndexes(1), to: 0)
        await document.finishSaving()
        let new = document.table.ids[2]
        let rows = try history()
        #expect(
            rows == [
                "move|2||||1", "add|\(new.rawValue)||||1", "delete|3|Name|Cy||1",
                "delete|3|Born|2||1", "set|1|Name|Ann|An\"na|1",
                "set|2|Born|1|x|1",
            ])
        let author = CommitAuthor.current
        #expect(Set(try history("person, program")) == ["\(author.person)|\(author.program)"])
        #expect(try history("DISTINCT step") == ["5", "4", "3", "2"])
        await document.close()
    }

    @Test("Values have their kinds there")
    func kinds() async throws {
        var table = try RecordTable(
            fieldNames: ["I", "F", "B", "D", "N"], fieldTypes: [.int, .float, .bool, .date, .decimal])
        try table.addRecord([.empty, .empty, .empty, .empty, .empty])
        let document = try await makeDocument(table)
        let decimal = try #require(DecimalNumber(coefficient: 1250, places: 2))
        let date = try #require(CalendarDate(year: 2024, month: 5, day: 17))
        try document.setCells([
            CellEdit(record: 0, field: 0, value: .int(.max)), CellEdit(record: 0, field: 1, value: .float(5)),
            CellEdit(record: 0, field: 2, value: .bool(true)), CellEdit(record: 0, field: 3, value: .date(date)),
            CellEdit(record: 0, field: 4, value: .decimal(decimal)),
        ])
        await document.close()
        #expect(
            try history("typeof(old), typeof(new), new") == [
                "null|integer|9223372036854775807", "null|real|5.0", "null|integer|1", "null|text|2024-05-17",
                "null|text|12.50",
            ])
    }

    @Test("The view goes on where somebody has put anything into the journal")
    func damage() async throws {
        let document = try await makeDocument()
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(5))])
        await document.close()
        for change in ["'{'", "x'00'", "''", "7", "'[1]'", "'[[]]'", "'[[\"set\",1,{\"names\":7}]]'"] {
            try SQLiteTool(path).run("UPDATE journal SET change = \(change)")
            #expect(try history("what").count <= 2)
        }
    }

    @Test(
        "Undo reaches behind an edit that makes no sense, which stays and is told",
        arguments: ["{", "7", "[[\"set\",1,{\"names\":7}]]"], [1, Int64.max])
    func senselessEdit(change: String, size: Int64) async throws {
        let document = try await makeDocument()
        let before = document.table
        for record in 0..<3 {
            try document.setCells([CellEdit(record: record, field: 1, value: .int(5))])
            await document.finishSaving()
        }
        await document.close()
        try SQLiteTool(path).run(
            "UPDATE journal SET change = '\(change)', size = \(size) WHERE number = (SELECT max(number) - 1 FROM journal)"
        )
        let again = try await open()
        for _ in 0..<2 { _ = try again.undo() }
        #expect((0..<3).map { again.table[$0, 1] } == [before[0, 1], .int(5), before[2, 1]])
        await again.close()
        let (contents, store) = try await CardFile.open(at: path)
        #expect(contents.repairNotice != nil)
        await store.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM journal WHERE change = '\(change)'") == ["1"])
    }

    @Test("Edits are saved whatever sizes the journal names")
    func namedSizes() async throws {
        let document = try await makeDocument()
        for value in 0..<4 {
            try document.setCells([CellEdit(record: 0, field: 1, value: .int(value))])
            await document.finishSaving()
        }
        await document.close()
        try SQLiteTool(path).run("UPDATE journal SET size = \(Int64.max / 2)")
        let again = try await open()
        // So many that the size is looked at.
        for value in 0..<140 {
            try again.setCells([CellEdit(record: 0, field: 1, value: .int(value))])
            await again.finishSaving()
        }
        #expect(again.saveState == .saved)
        await again.close()
        #expect(try await open().table[0, 1] == .int(139))
    }

    // MARK: Other programs

    @Test("What another program has written is in the history with the next commit, and not before")
    func otherProgram() async throws {
        let document = try await makeDocument()
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(5))])
        await document.finishSaving()
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Bert' WHERE id = 2")
        try SQLiteTool(path).run("DELETE FROM records WHERE id = 3")
        let written = try bytes(of: path)
        try await until { await document.table[1, 0] == .string("Bert") }
        try await until { await document.table.count == 2 }
        await document.finishSaving()
        #expect(try bytes(of: path) == written)
        try document.setCells([CellEdit(record: 0, field: 1, value: .int(6))])
        await document.close()
        let told = try history("program, what, field, old, new")
        let program = CommitAuthor.current.program
        #expect(told.first == "\(program)|set|Born|5|6")
        #expect(told.last == "\(program)|set|Born|0|5")
        #expect(
            Set(told.dropFirst().dropLast()) == [
                "another program|set|Name|Bob|Bert", "another program|delete|Name|Cy|",
                "another program|delete|Born|2|",
            ])
    }

    @Test("Where two have noticed it, it is written down once, and both go on")
    func noticedTwice() async throws {
        let (one, other) = (try await makeDocument(), try await open())
        try one.setCells([CellEdit(record: 0, field: 1, value: .int(5))])
        try await until { await other.table[0, 1] == .int(5) }
        try SQLiteTool(path).run("UPDATE records SET f1 = 'Bert' WHERE id = 2")
        for document in [one, other] {
            try await until { await document.table[1, 0] == .string("Bert") }
            await document.finishSaving()
        }
        try one.setCells([CellEdit(record: 0, field: 1, value: .int(6))])
        try await until { await other.table[0, 1] == .int(6) }
        try other.setCells([CellEdit(record: 0, field: 1, value: .int(7))])
        try await until { await one.table[0, 1] == .int(7) }
        #expect(try history("what, old, new") == ["set|6|7", "set|5|6", "set|Bob|Bert", "set|0|5"])
        await one.close()
        await other.close()
    }
}
