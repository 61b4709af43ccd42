import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Putting a backup back by an edit")
@MainActor
struct RestoreEditTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var backup: String { folder.path("backup.kiroku") }

    private func document(_ count: Int = 4) async throws -> Document {
        var table = try RecordTable(
            fieldNames: ["Name", "Age", "Face"], fieldTypes: [.string, .int, .string])
        for number in 0..<count { try table.addRecord([.string("n\(number)"), .int(number), .empty]) }
        let store = try await CardFile.create(at: folder.path("list.kiroku"), table: table)
        return Document(title: "list", contents: DocumentContents(table: table), store: store)
    }

    private func set(_ value: CellValue, _ record: Int, _ field: Int, in document: Document) throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
    }

    private func cells(_ table: RecordTable) -> [RecordID: [CellValue]] {
        Dictionary(
            uniqueKeysWithValues: table.ids.enumerated().map { index, id in
                (id, table.schema.fields.indices.map { table[index, $0] })
            })
    }

    /// One of the edits that a person makes.
    private func edit(_ document: Document, _ random: inout SeededGenerator) throws {
        let count = document.table.count
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try document.addRecord()
        case 1 where count > 0:
            try document.deleteRecords(at: RecordIndexes(Int.random(in: 0..<count, using: &random)))
        default:
            guard count > 0 else { return }
            try set(
                .int(Int.random(in: 100..<110, using: &random)), Int.random(in: 0..<count, using: &random), 1,
                in: document)
        }
    }

    @Test("All records are as they were, in one step, which undo takes back", arguments: UInt64(0)..<40)
    func whole(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let document = try await document()
        for _ in 0..<Int.random(in: 0..<6, using: &random) { try edit(document, &random) }
        await document.finishSaving()
        try await document.backUp(to: backup)
        let then = cells(document.table)
        for _ in 0..<Int.random(in: 0..<6, using: &random) { try edit(document, &random) }
        let before = cells(document.table)

        let edit = try await document.edit(puttingBack: backup)
        #expect(edit.addedCount == Set(then.keys).subtracting(before.keys).count)
        #expect(edit.deletedCount == Set(before.keys).subtracting(then.keys).count)
        #expect(edit.changedCount == then.count { before[$0.key].map { [value = $0.value] in $0 != value } ?? false })
        #expect(try await document.restore(edit) == 0)
        #expect(cells(document.table) == then)
        #expect(edit.isEmpty == (before == then))
        if !edit.isEmpty {
            #expect(document.undoTitle == .restore)
            try document.undo()
            #expect(cells(document.table) == before)
        }
        await document.close()
    }

    @Test("What others change after it was said what happens stays, and is to be decided")
    func changedMeanwhile() async throws {
        let document = try await document()
        try await document.backUp(to: backup)
        for record in 0..<3 { try set(.int(50), record, 1, in: document) }
        let edit = try await document.edit(puttingBack: backup)
        #expect(edit.changedCount == 3)
        try set(.int(60), 0, 1, in: document)
        try set(.string("own"), 3, 0, in: document)
        #expect(try await document.restore(edit) == 1)
        #expect((0..<4).map { document.table[$0, 1] } == [.int(60), .int(1), .int(2), .int(3)])
        #expect(document.table[3, 0] == .string("own"))
        #expect(document.conflicts.map(\.own) == [.int(0)])
        #expect(document.conflicts.map(\.theirs) == [.int(60)])
        await document.close()
    }

    @Test("Fields that were removed come back, those that were added stay, and that is said")
    func fields() async throws {
        let document = try await document()
        try await document.backUp(to: backup)
        try document.removeField(document.table.schema[1].id)
        try document.addField("Town", type: .string)
        let edit = try await document.edit(puttingBack: backup)
        #expect((edit.fieldCount, edit.stayingFields, edit.missingFields) == (1, ["Town"], []))
        _ = try await document.restore(edit)
        #expect(document.table.fieldNames == ["Name", "Face", "Town", "Age"])
        #expect((0..<4).map { document.table[$0, 3] } == (0..<4).map { .int($0) })
        await document.close()
    }

    @Test("Names and places that differ stay, and that is said")
    func otherDifferences() async throws {
        let document = try await document()
        try await document.backUp(to: backup)
        #expect(try await !document.edit(puttingBack: backup).hasOtherDifferences)
        try document.renameField(document.table.schema[0].id, to: "Who")
        let edit = try await document.edit(puttingBack: backup)
        #expect(edit.isEmpty && edit.hasOtherDifferences)
        #expect(try await document.restore(edit) == 0)
        #expect(document.table.fieldNames[0] == "Who")
        await document.close()
    }

    @Test("Pictures come along, under another name where theirs is another picture")
    func pictures() async throws {
        let document = try await document(2)
        for (record, name) in ["ann.png", "bob.png"].enumerated() {
            _ = try await document.addPicture([UInt8(record)], hash: "\(record)", name: name)
        }
        try document.choosePictures(["ann.png", "bob.png"], for: [0, 1], field: document.table.schema[2].id)
        await document.finishSaving()
        try await document.backUp(to: backup)
        try set(.empty, 0, 2, in: document)
        try set(.empty, 1, 2, in: document)
        await document.finishSaving()
        try await document.removePictures(named: ["ann.png", "bob.png"])
        _ = try await document.addPicture([9], hash: "9", name: "bob.png")
        let edit = try await document.edit(puttingBack: backup)
        #expect(edit.missingPictureCount == 0)
        _ = try await document.restore(edit)
        #expect((0..<2).map { document.table[$0, 2] } == [.string("ann.png"), .string("bob 2.png")])
        #expect(try await document.picture(named: "bob 2.png", atMost: 9) == [1])
        #expect(try await document.picture(named: "bob.png", atMost: 9) == [9])
        await document.close()
    }

    @Test("A backup of another document, or a damaged one, is refused")
    func refused() async throws {
        let document = try await document()
        let other = try RecordTable(fieldNames: ["Town"], fieldTypes: [.float])
        await (try await CardFile.create(at: backup, table: other)).close()
        await #expect(throws: CopyMergeError.isOfAnotherDocument) { try await document.edit(puttingBack: backup) }
        try Data("no document".utf8).write(to: URL(filePath: backup))
        await #expect(throws: CopyMergeError.storage(.notADocument(path: backup))) {
            try await document.edit(puttingBack: backup)
        }
        #expect(document.undoTitle == nil)
        await document.close()
    }

    @Test("Cancelling changes nothing")
    func cancelled() async throws {
        let document = try await document()
        try await document.backUp(to: backup)
        try set(.int(50), 0, 1, in: document)
        let edit = try await document.edit(puttingBack: backup)
        let looking = Task { [backup] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await document.edit(puttingBack: backup)
        }
        await #expect(throws: CopyMergeError.storage(.cancelled)) { _ = try await looking.value }
        try set(.int(51), 1, 1, in: document)
        let putting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await document.restore(edit)
        }
        await #expect(throws: CopyMergeError.storage(.cancelled)) { _ = try await putting.value }
        #expect(document.table[0, 1] == .int(50))
        await document.close()
    }
}
