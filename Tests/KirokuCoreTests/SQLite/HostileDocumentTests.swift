import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Whatever other programs have written, a document is opened, or refused and left as it is; and what was opened can be edited,
/// and is opened again with what was saved.
@Suite("Card file: anything in any column")
@MainActor
struct HostileDocumentTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private static let numbers = [
        "0", "1", "2", "3", "-1", "5", "1024", "\(1 << 31)", "\((1 << 31) - 1)", "\((1 << 31) - 2)", "\(1 << 62)",
        "\((1 << 62) - 1)", "\((1 << 62) + 1)", "9223372036854775807", "9223372036854775806", "-9223372036854775808",
        "\(-(1 << 62))", "\(-(1 << 62) - 1)",
    ]
    private static let others = ["NULL", "'x'", "''", "'12'", "x'00'", "1.5", "1e300", "-0.0"]

    private func statement(_ generator: inout SeededGenerator) -> String {
        let number = generator.pick(Self.numbers)
        let value = generator.chance(2, in: 3) ? number : generator.pick(Self.others)
        let record = "(SELECT id FROM records ORDER BY id LIMIT 1 OFFSET \(Int.random(in: 0..<6, using: &generator)))"
        switch Int.random(in: 0..<11, using: &generator) {
        case 0, 1: return "UPDATE OR IGNORE records SET id = \(number) WHERE id = \(record)"
        case 2: return "INSERT OR IGNORE INTO records(id, f1) VALUES(\(number), \(value))"
        case 3: return "UPDATE records SET f1 = \(value) WHERE id = \(record)"
        case 4: return "UPDATE OR IGNORE properties SET value = \(value) WHERE name = 'next field id'"
        case 5: return "UPDATE OR IGNORE widths SET width = \(number)"
        case 6: return "UPDATE fields SET place = \(number) WHERE id = 1"
        case 7, 8: return "UPDATE records SET after = \(value) WHERE id = \(record)"
        case 9: return "UPDATE records SET step = \(value) WHERE id = \(record)"
        default:
            return "UPDATE records SET after = \(number), step = \(generator.pick(Self.numbers)) WHERE id = \(record)"
        }
    }

    private func open() async throws(StorageError) -> (contents: DocumentContents, store: CardFile) {
        try await CardFile.open(
            at: path, lockWait: 0, conditions: DocumentReader.Conditions(largeFile: 0))
    }

    private func edit(_ document: Document, _ generator: inout SeededGenerator) throws {
        for _ in 0..<6 {
            let count = document.table.count
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: try document.undo()
            case 1: try document.addField(generator.fieldName(in: document.table.schema), type: .string)
            case 2 where count > 1:
                let index = Int.random(in: 0..<count, using: &generator)
                try document.moveRecords(at: RecordIndexes(index), to: Int.random(in: 0..<count, using: &generator))
            case 3: try document.addRecord()
            default: try document.apply(try generator.insertion(for: document.table))
            }
        }
    }

    @Test("It is opened and saved, or refused and left as it is", arguments: UInt64(0)..<120)
    func anything(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var table = try RecordTable(fieldNames: ["N", "S"], fieldTypes: [.int, .string])
        for number in 0..<6 { try table.addRecord([.int(number), .string("text \(number)")]) }
        try await CardFile.create(at: path, table: table, fieldWidths: [table.schema[0].id: 70]).close()
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            _ = SQLiteTool.answer(to: statement(&generator), in: path)
        }
        for _ in 0..<2 {
            let before = try bytes(of: path)
            let opened: (contents: DocumentContents, store: CardFile)
            do throws(StorageError) {
                opened = try await open()
            } catch {
                #expect(error.isDamage, "\(error)")
                #expect(try bytes(of: path) == before)
                return
            }
            #expect(try bytes(of: path) == before)
            let document = Document(title: "a", contents: opened.contents, store: opened.store)
            try edit(document, &generator)
            await document.close()
            #expect(document.saveState == .saved)
            let again = try await open()
            #expect(!again.contents.isMended)
            #expect(ExactTable(again.contents.table) == ExactTable(document.table))
            #expect(try SQLiteTool(path).run("SELECT count(*) FROM cards") == ["\(document.table.count)"])
            await again.store.close()
        }
    }
}
