import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

/// Makes the documents beside this file; `make-documents` runs it, in the program that wrote documents of version 1.
@Suite(.serialized)
@MainActor
struct MakeDocuments {
    private let folder = ProcessInfo.processInfo.environment["KIROKU_DOCUMENTS"] ?? "."

    private func make(_ name: String, _ table: RecordTable, _ work: (Document) async throws -> Void) async throws {
        let path = "\(folder)/\(name).kiroku"
        try? FileManager.default.removeItem(atPath: path)
        let file = try await CardFile.create(at: path, table: table)
        let document = Document(title: name, contents: DocumentContents(table: table), store: file)
        try await work(document)
        await document.close()
        let opened = try await CardFile.open(at: path)
        let again = Document(title: name, contents: opened.contents, store: nil)
        // Undoing needs a place to save to, and must not touch the file.
        let twin = Document(title: name, inMemory: opened.contents)
        #expect(again.table == twin.table)
        try Data(try DocumentDump(twin).text.utf8).write(to: URL(filePath: "\(folder)/\(name).txt"))
        await opened.store.close()
    }

    private func set(_ document: Document, _ record: Int, _ field: Int, _ value: CellValue) throws {
        try document.apply(.setCells([CellEdit(record: record, field: field, value: value)]))
    }

    private func numbers(_ count: Int) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<count { try table.addRecord([.int(number), .string("text \(number)")]) }
        return table
    }

    @Test func values() async throws {
        var schema = Schema()
        try schema.add("Whole", type: .int, initialValue: .int(-999))
        try schema.add("Number", type: .float, initialValue: .float(-999.9))
        try schema.add("id", type: .bool, initialValue: .bool(false))
        try schema.add("a \"b\"\t番号", type: .string, initialValue: .string("empty"))
        var table = RecordTable(schema: schema)
        let texts = [
            "", " ", "plain", "a\tb\nc\r\n\"d\"", "a\0b", "é", "e\u{301}", "😀 家族 👨‍👩‍👧", "１２３", "1e5", "NULL",
            "'; DROP TABLE records --",
            String(repeating: "long ", count: 400),
        ]
        let whole: [CellValue] = [
            .int(0), .int(.max), .int(.min), .int(-1), .int(9_007_199_254_740_993), .empty, .unfit("twelve"),
            .unfit("1e5"),
            .unfit("9223372036854775808"), .unfit(" "),
        ]
        let number: [CellValue] = [
            .float(0), .float(-0.0), .float(0.1), .float(.leastNonzeroMagnitude), .float(.greatestFiniteMagnitude),
            .float(1e5), .empty,
            .unfit("1,5"), .unfit("nan"), .unfit("12 kg"),
        ]
        let flag: [CellValue] = [.bool(true), .bool(false), .empty, .unfit("maybe"), .unfit("1")]
        for index in 0..<26 {
            try table.addRecord([
                whole[index % whole.count], number[index % number.count], flag[index % flag.count],
                index % 14 == 13 ? .empty : .string(texts[index % 13]),
            ])
        }
        try await make("values", table) { _ in }
    }

    @Test func history() async throws {
        try await make("history", try numbers(6)) { document in
            try set(document, 0, 0, .int(70))
            try set(document, 1, 0, .unfit("seven"))
            try document.apply(
                .setCells((2..<6).map { CellEdit(record: $0, field: 1, value: .string("filled")) }), title: .fillDown(4)
            )
            try document.addRecord()
            try document.insertRecords(2, at: 3)
            try document.apply(.deleteRecords(at: RecordIndexes(1..<3)))
            try document.moveRecords(at: RecordIndexes(0..<2), to: 5)
            let added = try document.addField("Rate", type: .float, initialValue: .float(1.5), at: 1)
            try set(document, 0, 1, .float(0.25))
            try document.renameField(added, to: "Rate of it")
            try document.moveField(added, to: 2)
            try document.retypeField(document.table.schema[1].id, to: .int)
            try set(document, 2, 1, .int(12))
            try document.removeField(added)
            try document.apply(
                .sequence([
                    .setCells([CellEdit(record: 0, field: 0, value: .empty)]),
                    .deleteRecords(at: RecordIndexes(4..<5)),
                ]))
            for _ in 0..<3 { try document.undo() }
        }
    }

    @Test func betweenOthers() async throws {
        try await make("between others", try numbers(3)) { document in
            // More than the gap between two records has room for, so that records were given other identifiers.
            for number in 0..<40 {
                try document.insertRecords(1, at: 1)
                try set(document, 1, 0, .int(1_000 + number))
            }
            try document.apply(.deleteRecords(at: RecordIndexes(10..<30)))
            for _ in 0..<5 { try document.undo() }
        }
    }

    @Test func settings() async throws {
        var table = try RecordTable(
            fieldNames: ["Title", "Year", "Read", "Rate"], fieldTypes: [.string, .int, .bool, .float])
        for number in 0..<8 {
            try table.addRecord([
                .string("Book \(number * 7 % 8)"), .int(1990 + number), .bool(number % 2 == 0),
                .float(Double(number) / 4),
            ])
        }
        try await make("settings", table) { document in
            let fields = document.table.schema.fields.map(\.id)
            document.setWidth(240, of: fields[0])
            document.setWidth(60, of: fields[2])
            document.keepSortRules([
                SortRule(field: fields[2], isDescending: true), SortRule(field: fields[0], textOrder: .codePoints),
            ])
            document.setPinned(true, fields[1])
            document.setPinned(true, fields[3])
            document.keepFind(NamedFind(name: "Recent", condition: .test(fields[1], .greaterOrEqual, .int(1995))))
            document.keepFind(
                NamedFind(
                    name: "Pattern",
                    condition: .any([
                        .test(fields[0], .matches, .text("^Book [0-3]$")),
                        .none([.test(fields[2], .equal, .bool(true))]),
                        .anywhere("book", ignoring: [.case, .width]),
                    ]), showsOnlyFound: false))
            document.keepNote("{\"header\":true}", named: "copy")
            let retyped = try document.retypeField(fields[3], to: .string)
            document.setWidth(90, of: retyped)
        }
    }

    @Test func pictures() async throws {
        let table = try RecordTable(fieldNames: ["Sight", "Picture"], fieldTypes: [.string, .string])
        try await make("pictures", table) { document in
            let file = document.saver.store as! CardFile
            let small = Array(
                Data(
                    base64Encoded: """
                        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
                        """)!)
            let first = try await file.addPicture(small, hash: String(repeating: "a", count: 64), name: "Kyoto.png")
            let second = try await file.addPicture(
                small + [0], hash: String(repeating: "b", count: 64), name: "Kyoto.png")
            try document.choosePictures([first, second], for: [], field: document.table.schema[1].id)
            try set(document, 0, 0, .string("Kinkaku-ji"))
            try set(document, 1, 1, .string("not there.png"))
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 6]) func random(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await make("random \(seed)", try generator.table(records: 0...20)) { document in
            for _ in 0..<30 {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: try document.undo()
                case 1: try document.redo()
                default: try document.apply(try generator.change(for: document.table))
                }
            }
        }
    }

    @Test func writtenByOthers() async throws {
        try await make("written by others", try numbers(4)) { document in
            await document.finishSaving()
            let tool = try SQLiteTool(try #require(document.saver.store as? CardFile).path)
            try tool.run(
                "INSERT INTO records(id, f1, f2) VALUES (7777, 'seven', 12), (7778, 1.0, NULL), (7779, 2.5, 1e300)")
            try tool.run("UPDATE records SET f1 = f1 || ' ' WHERE id = 1024")
            try tool.run("DELETE FROM records WHERE id = 2048")
            try tool.run("CREATE TABLE theirs(a, b)")
            try tool.run("INSERT INTO theirs VALUES (1, 'kept')")
            try tool.run("INSERT INTO properties VALUES ('theirs', 'kept'), ('view: theirs', 'kept')")
        }
    }
}
