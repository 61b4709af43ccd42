import CoreTestSupport
import Foundation
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Edits that are left out because others have changed the same")
@MainActor
struct ConflictTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.kiroku")
    }

    private func make() async throws -> [Document] { try await openTogether(try threePeople(), at: path) }

    private func share(_ table: RecordTable) async throws -> [Document] { try await openTogether(table, at: path) }

    private func open() async throws -> Document { try await openDocument(at: path) }

    private func close(_ documents: [Document]) async {
        for document in documents { await document.close() }
    }

    /// Has the first document make an edit that is not saved before the second has made its own.
    private func cross(
        _ documents: [Document], _ mine: (Document) throws -> Void, _ theirs: (Document) throws -> Void
    ) async throws {
        await documents[0].saver.hold()
        try mine(documents[0])
        try theirs(documents[1])
        await documents[1].finishSaving()
        documents[0].saver.release()
        await documents[0].finishSaving()
        #expect(documents[0].saveState == .saved)
    }

    private func set(_ value: CellValue, _ record: Int, _ field: Int, _ document: Document) throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
    }

    /// “Anne” is left out of the first cell, which others have changed from “Ann” to “Anna”.
    private func conflict() async throws -> [Document] {
        let documents = try await make()
        try await cross(documents) {
            try set(.string("Anne"), 0, 0, $0)
        } _: {
            try set(.string("Anna"), 0, 0, $0)
        }
        #expect(documents[0].conflicts.count == 1)
        return documents
    }

    private func fileNames() throws -> [String] { try SQLiteTool(path).run("SELECT Name FROM cards") }

    // MARK: What it knows

    @Test("It knows both values, the one before, who it was and when, also after the document was opened again")
    func kept() async throws {
        let documents = try await conflict()
        let conflict = try #require(documents[0].conflicts.first)
        #expect([conflict.own, conflict.theirs, conflict.base] == ["Anne", "Anna", "Ann"].map { .string($0) })
        #expect(conflict.author == .current)
        #expect(conflict.time.map { abs($0.timeIntervalSinceNow) < 3_600 } == true)
        #expect(conflict.sides(isShort: true).hasPrefix("Yours: “Anne” · Theirs (Kiroku, "))
        #expect(conflict.sides(isShort: true).hasSuffix("): “Anna” · Before: “Ann”"))
        await close(documents)
        let again = try await open()
        #expect(again.conflicts == [conflict])
        await again.close()
    }

    @Test(
        "A row that makes no sense is left where it is",
        arguments: [
            "state = 'lost'", "open = ''", "open = '[]'", "open = 'nonsense'", "open = 7", "open = NULL", "id = 'x'",
            "open = json_set(open, '$[0][2].names', json('{}'))", "open = json_insert(open, '$[#]', json('[]'))",
            "open = json_set(open, '$[0][2].cells.f1[0][0]', -1)",
        ])
    func nonsense(change: String) async throws {
        let documents = try await conflict()
        await close(documents)
        try SQLiteTool(path).run("UPDATE journal SET \(change) WHERE state = 'open'")
        let again = try await open()
        #expect(again.conflicts.isEmpty)
        #expect(again.table[0, 0] == .string("Anna"))
        try set(.string("Annette"), 0, 0, again)
        await again.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM journal WHERE state IS NOT NULL") == ["1"])
    }

    @Test("Typing that meets another value is left out with what was there when it began")
    func typing() async throws {
        let documents = try await make()
        let typed = TypedCell(CellPosition(record: 1, field: 1), in: documents[0].table)
        try set(.int(9), 1, 1, documents[1])
        try await until { await documents[0].table[1, 1] == .int(9) }
        let conflict = try #require(typed.conflict(with: .int(7), in: documents[0].table))
        documents[0].leaveOpen(conflict)
        let kept = try #require(documents[0].conflicts.first)
        #expect([kept.own, kept.theirs, kept.base] == [.int(7), .int(9), .int(1)])
        #expect(kept.author == .current)
        await close(documents)
    }

    // MARK: Deciding

    @Test(
        "Each decision is a step: undo takes it back, the value and the conflict come back, redo makes it again",
        arguments: [ConflictDecision.mine, .theirs, .both], [false, true])
    func resolve(decision: ConflictDecision, opensAgain: Bool) async throws {
        let documents = try await conflict()
        await documents[1].close()
        var document = documents[0]
        let conflicts = document.conflicts
        let before = ExactTable(document.table)
        try document.resolve(conflicts, as: decision)
        let after = ExactTable(document.table)
        let names = document.table.ids.indices.map { document.table[$0, 0] }
        switch decision {
        case .mine: #expect(names == ["Anne", "Bob", "Cy"].map { .string($0) })
        case .both: #expect(names == ["Anna", "Anne", "Bob", "Cy"].map { .string($0) })
        default: #expect(after == before)
        }
        for round in 0..<3 {
            if opensAgain {
                await document.close()
                document = try await open()
            }
            #expect(document.conflicts == (round == 1 ? conflicts : []))
            #expect(ExactTable(document.table) == (round == 1 ? before : after))
            if round == 0 { #expect(try document.undo() == .resolve(1)) }
            if round == 1 { #expect(try document.redo() == .resolve(1)) }
        }
        await document.close()
        #expect(ExactTable(try await CardFile.open(at: path).contents.table) == after)
    }

    @Test("Long texts and several choices are joined")
    func joined() async throws {
        var table = try RecordTable(fieldNames: ["Text", "Tags"], fieldTypes: [.string, .choices])
        try table.addRecord([.string("one"), .empty])
        let documents = try await share(table)
        func edit(_ text: String, _ tags: String) -> (Document) throws -> Void {
            { document in
                try document.setCells([
                    CellEdit(record: 0, field: 0, value: .string(text)),
                    CellEdit(record: 0, field: 1, value: .choices(try #require(Choices(tags)))),
                ])
            }
        }
        try await cross(documents, edit("one\nmine", "red; blue"), edit("one\ntheirs", "green; red"))
        #expect(documents[0].conflicts.count == 2)
        try documents[0].resolve(documents[0].conflicts, as: .both)
        #expect(documents[0].table[0, 0] == .string("one\ntheirs\none\nmine"))
        #expect(documents[0].table[0, 1].plainText == "green; red; blue")
        #expect(documents[0].table.count == 1)
        try documents[0].undo()
        #expect(documents[0].conflicts.count == 2)
        await close(documents)
    }

    @Test("Who types over a cell has decided; undo leaves it open again")
    func overtaken() async throws {
        let documents = try await conflict()
        try set(.string("Annette"), 0, 0, documents[0])
        #expect(documents[0].conflicts.isEmpty)
        try documents[0].undo()
        #expect(documents[0].conflicts.map(\.own) == [.string("Anne")])
        #expect(documents[0].table[0, 0] == .string("Anna"))
        try documents[0].deleteRecords(at: RecordIndexes(0))
        #expect(documents[0].conflicts.isEmpty)
        try documents[0].undo()
        #expect(documents[0].conflicts.map(\.own) == [.string("Anne")])
        await close(documents)
    }

    @Test("It follows what others do to the cell; when they come to the same value, nothing is left to decide")
    func followed() async throws {
        let documents = try await conflict()
        try set(.string("Annie"), 0, 0, documents[1])
        try await until { await documents[0].table[0, 0] == .string("Annie") }
        #expect(documents[0].conflicts.map(\.theirs) == [.string("Annie")])
        try set(.string("Anne"), 0, 0, documents[1])
        try await until { await documents[0].table[0, 0] == .string("Anne") }
        #expect(documents[0].conflicts.isEmpty)
        await close(documents)
    }

    @Test("An edit that was left out leaves no step behind; the rest of its step can be taken back")
    func history() async throws {
        let documents = try await make()
        var told = 0
        let observation = documents[0].observe { event in if case .leftAsItWas = event { told += 1 } }
        try await cross(documents) { document in
            try document.setCells([
                CellEdit(record: 0, field: 0, value: .string("Anne")), CellEdit(record: 1, field: 1, value: .int(8)),
            ])
            try set(.string("Anneli"), 0, 0, document)
        } _: {
            try set(.string("Anna"), 0, 0, $0)
        }
        #expect(documents[0].conflicts.map(\.own) == [.string("Anneli")])
        #expect(try documents[0].undo() == .editCells(2))
        #expect(documents[0].table[1, 1] == .int(1))
        #expect(documents[0].undoTitle == nil)
        #expect(told == 0)
        _ = observation
        await close(documents)
        let again = try await open()
        // What the same user has done in the other window.
        #expect(again.undoTitle == .editCells(1))
        #expect(again.redoTitle == .editCells(2))
        try again.undo()
        #expect(again.table[0, 0] == .string("Ann"))
        await again.close()
    }

    // MARK: To fix

    @Test("What is left for later is to fix, and says why")
    func toFix() async throws {
        let documents = try await conflict()
        let toFix = documents[0].toFix
        #expect(toFix.count == 1)
        #expect(toFix.contains(0, 0))
        #expect(!toFix.contains(0, 1))
        #expect(toFix.next(after: CellPosition(record: 1, field: 0)) == CellPosition(record: 0, field: 0))
        #expect(toFix.records(inField: 0) == [0])
        #expect(toFix.reason(0, 0)?.hasPrefix("Conflicting edit: “Anne”.") == true)
        #expect(documents[1].toFix.count == 0)
        await close(documents)
    }

    // MARK: Fields and records that are gone

    @Test("What was typed into a field that is gone is kept beside the record, and can be put into another")
    func fieldGone() async throws {
        let documents = try await make()
        try await cross(documents) {
            try set(.int(7), 1, 1, $0)
        } _: {
            try $0.removeField($0.table.schema[1].id)
        }
        let document = documents[0]
        let conflict = try #require(document.conflicts.first)
        #expect(conflict.reason == .fieldGone)
        #expect(document.openConflicts.conflict(at: document.table.ids[1], document.table.schema[0].id) == conflict)
        #expect(document.toFix.contains(1, 0))
        #expect(!conflict.canBe(.mine))
        try document.resolve([conflict], as: .into(document.table.schema[0].id))
        #expect(document.table[1, 0] == .string("Bob\n7"))
        #expect(document.conflicts.isEmpty)
        try document.undo()
        #expect(document.table[1, 0] == .string("Bob"))
        #expect(document.conflicts == [conflict])
        await close(documents)
    }

    @Test(
        "It stays when others delete the record as well, and goes when that is deleted here",
        arguments: [
            true, false,
        ])
    func fieldAndRecordGone(isByOthers: Bool) async throws {
        let documents = try await make()
        try await cross(documents) {
            try set(.int(7), 1, 1, $0)
        } _: {
            try $0.removeField($0.table.schema[1].id)
        }
        try documents[isByOthers ? 1 : 0].deleteRecords(at: RecordIndexes(1))
        try await until { await documents[0].table.count == 2 }
        try set(.string("Anne"), 0, 0, documents[0])
        #expect(documents[0].conflicts.map(\.ownText) == (isByOthers ? ["7"] : []))
        await close(documents)
    }

    @Test("A record with unsaved edits that others delete is kept outside of the table, and comes back whole")
    func recordGone() async throws {
        let documents = try await make()
        let document = documents[0]
        let id = document.table.ids[1]
        try await cross(documents) { document in
            try document.moveRecords(at: RecordIndexes(2), to: 0)
            try set(.string("Bobby"), 2, 0, document)
            try set(.int(5), 2, 1, document)
        } _: {
            try $0.deleteRecords(at: RecordIndexes(1))
        }
        #expect(document.conflicts.map(\.reason) == [.recordGone])
        #expect(document.table.index(of: id) == nil)
        #expect(try fileNames() == ["Cy", "Ann"])
        let lost = try #require(document.conflicts.first?.lost)
        #expect(document.table.index(forReturnOf: lost) == 2)
        #expect(document.toFix.count == 1)
        // More is typed into it.
        document.leaveOpen(
            EditConflict(
                reason: .recordGone, record: id, field: document.table.schema[0].id, fieldName: "Name",
                own: .string("Bobbie"), theirs: .empty))
        #expect(document.conflicts.count == 1)
        try document.resolve(document.conflicts, as: .mine)
        #expect(document.conflicts.isEmpty)
        #expect(document.table.index(of: id) == 2)
        #expect([document.table[2, 0], document.table[2, 1]] == [.string("Bobbie"), .int(5)])
        await document.finishSaving()
        #expect(try fileNames() == ["Cy", "Ann", "Bobbie"])
        try document.undo()
        #expect(document.table.index(of: id) == nil)
        #expect(document.conflicts.map(\.ownText) == ["Bobbie\t5"])
        await close(documents)
        let again = try await open()
        #expect(again.conflicts.map(\.ownText) == ["Bobbie\t5"])
        try again.redo()
        #expect(again.table.index(of: id) == 2)
        try again.undo()
        try again.resolve(again.conflicts, as: .theirs)
        #expect(again.conflicts.isEmpty)
        try again.undo()
        #expect(again.conflicts.count == 1)
        await again.close()
        #expect(try fileNames() == ["Cy", "Ann"])
    }

    @Test("A record that is held is kept though nothing is unsaved; others are not")
    func held() async throws {
        let documents = try await make()
        let hold = documents[0].hold(documents[0].table.ids[0])
        _ = documents[0].hold(documents[0].table.ids[1])
        try documents[1].deleteRecords(at: RecordIndexes(0..<2))
        try await until { await documents[0].table.count == 1 }
        #expect(documents[0].conflicts.map(\.ownText) == ["Ann\t0"])
        withExtendedLifetime(hold) {}
        // The others take it back: there it is again, with nothing to decide.
        try documents[1].undo()
        try await until { await documents[0].table.count == 3 }
        #expect(documents[0].conflicts.isEmpty)
        await close(documents)
    }

    @Test("A cell with something left out whose record others delete takes it along")
    func recordOfConflictGone() async throws {
        let documents = try await conflict()
        try documents[1].deleteRecords(at: RecordIndexes(0))
        try await until { await documents[0].table.count == 2 }
        #expect(documents[0].conflicts.map(\.reason) == [.recordGone])
        #expect(documents[0].conflicts.map(\.ownText) == ["Anne\t0"])
        await close(documents)
    }

    @Test("A record that others delete takes along all that was left out of its cells")
    func recordOfConflictsGone() async throws {
        let documents = try await make()
        try await cross(documents) {
            try set(.string("Anne"), 0, 0, $0)
            try set(.int(7), 0, 1, $0)
        } _: {
            try set(.string("Anna"), 0, 0, $0)
            try set(.int(8), 0, 1, $0)
        }
        #expect(documents[0].conflicts.map(\.reason) == [.cellChanged, .cellChanged])
        try documents[1].deleteRecords(at: RecordIndexes(0))
        try await until { await documents[0].table.count == 2 }
        #expect(documents[0].conflicts.map(\.ownText) == ["Anne\t7"])
        await close(documents)
    }

    @Test(
        "What was entered into a record that comes back without the field is kept beside it", arguments: [false, true])
    func backWithoutField(isByOthers: Bool) async throws {
        let documents = try await make()
        let document = documents[0]
        try await cross(documents) {
            try set(.string("Anne"), 0, 0, $0)
            try set(.int(7), 0, 1, $0)
        } _: {
            try $0.deleteRecords(at: RecordIndexes(0))
        }
        #expect(document.conflicts.map(\.ownText) == ["Anne\t7"])
        // Undo goes backwards, so the field goes where nothing has been done before.
        let third = try await open()
        try third.removeField(third.table.schema[1].id)
        await third.close()
        try await until { await document.table.schema.count == 1 }
        if isByOthers {
            try documents[1].undo()
            try await until { await document.table.count == 3 }
            #expect(document.conflicts.map(\.reason) == [.cellChanged, .fieldGone])
            #expect(document.conflicts.map(\.ownText) == ["Anne", "7"])
        } else {
            try document.resolve(document.conflicts, as: .mine)
            #expect(document.table[0, 0] == .string("Anne"))
            #expect(document.conflicts.map(\.reason) == [.fieldGone])
            #expect(document.conflicts.map(\.ownText) == ["7"])
        }
        await close(documents)
    }

    // MARK: Two windows

    @Test("What two have left out of a record that is gone is not taken for one")
    func twoOfGoneRecord() async throws {
        let documents = try await make()
        try await cross(documents) {
            try set(.string("Anne"), 0, 0, $0)
        } _: {
            try $0.deleteRecords(at: RecordIndexes(0))
        }
        let (first, schema) = (documents[0].open.list[0], documents[0].table.schema)
        let other = cell("Anja", of: try #require(documents[0].conflicts.first?.record), schema[0], desk: nil)
        let both = OpenEdits([first, other]).conflicts(in: documents[0].table)
        #expect(both.map(\.ownText) == ["Anne\t0", "Anja"])
        await close(documents)
    }

    /// An edit of a cell that is open.
    private func cell(_ text: String, of record: RecordID, _ field: FieldDefinition, desk: Int?) -> OpenEdit {
        OpenEdit(
            .cell(
                CellChange(record: record, field: field.id, base: .string("Ann"), value: .string(text)),
                LogField(field)), desk: desk)
    }

    @Test("With more of a record it is another edit: who knows what it was before decides only that")
    func more() async throws {
        let documents = try await conflict()
        let before = try #require(documents[0].conflicts.first)
        try await cross(documents) {
            try set(.int(7), 0, 1, $0)
        } _: {
            try $0.deleteRecords(at: RecordIndexes(0))
        }
        let now = try #require(documents[0].conflicts.first)
        #expect(documents[0].conflicts.count == 1)
        #expect(now.ownText == "Anne\t7")
        #expect(now.edits.count == 1)
        #expect(now.edits != before.edits)
        await close(documents)
        let again = try await open()
        #expect(again.conflicts.map(\.edits) == [now.edits])
        #expect(again.conflicts.map(\.ownText) == ["Anne\t7"])
        await again.close()
    }

    @Test("Of two entries that were left out of one cell, neither is lost when the record goes")
    func twoOfOneCell() throws {
        let table = try threePeople()
        var rest = table
        _ = try rest.apply(try .deleteRecords(at: RecordIndexes(0), in: table))
        var open = OpenEdits(
            ["Anne", "Anja", "Anne"].map { cell($0, of: table.ids[0], table.schema[0], desk: nil) })
        open.follow(rest, desk: 1) { _ in table.picked(at: RecordIndexes(0)) }
        #expect(Set(open.conflicts(in: rest).map(\.ownText)) == ["Anne\t0", "Anja"])
        #expect(open.list.count == 2)
    }

    @Test("Of an entry that is open and one that is left open now, neither is lost when the record goes")
    func entryBesideOpenOne() throws {
        let table = try threePeople()
        var (mine, rest) = (table, table)
        _ = try mine.apply(try .setCells([CellEdit(record: 0, field: 0, value: .string("Anne"))], in: mine))
        _ = try rest.apply(try .deleteRecords(at: RecordIndexes(0), in: table))
        let merge = Merge(
            [try .setCells([CellEdit(record: 0, field: 0, value: .string("Anne"))], in: table)], over: rest, mine: mine)
        var open = OpenEdits([cell("Anja", of: table.ids[0], table.schema[0], desk: nil)])
        open.follow(rest, desk: 1, opening: merge.open, fieldIn: [rest.schema]) { _ in
            mine.picked(at: RecordIndexes(0))
        }
        let texts = open.conflicts(in: rest).compactMap(\.ownText).joined(separator: " ")
        #expect(texts.contains("Anne") && texts.contains("Anja"))
    }

    @Test("Mine for a cell and for the type of its field: the cell is what was entered")
    func cellAndField() async throws {
        let documents = try await make()
        try await cross(documents) { document in
            try set(.string("Anne"), 0, 0, document)
            _ = try document.retypeField(document.table.schema[0].id, to: .choice)
        } _: { document in
            try set(.string("Anna"), 0, 0, document)
            try document.renameField(document.table.schema[0].id, to: "Who")
        }
        let document = documents[0]
        try document.resolve(document.conflicts, as: .mine)
        #expect(document.table[0, 0].plainText == "Anne" || document.conflicts.contains { $0.ownText == "Anne" })
        await close(documents)
    }

    @Test("Two windows that both leave something out decide their own, and nothing is listed twice afterwards")
    func two() async throws {
        let documents = try await make()
        let (one, other) = (documents[0], documents[1])
        try await cross(documents) {
            try set(.string("Anne"), 0, 0, $0)
        } _: {
            try set(.string("Anna"), 0, 0, $0)
        }
        try await cross([other, one]) {
            try set(.string("Rob"), 1, 0, $0)
        } _: {
            try set(.string("Bert"), 1, 0, $0)
        }
        #expect(one.conflicts.map(\.own) == [.string("Anne")])
        #expect(other.conflicts.map(\.own) == [.string("Rob")])
        try one.resolve(one.conflicts, as: .mine)
        await one.finishSaving()
        try one.undo()
        await one.close()
        await other.close()
        let again = try await open()
        #expect(Set(again.conflicts.map(\.own)) == [.string("Anne"), .string("Rob")])
        #expect(again.conflicts.count == 2)
        try again.resolve(again.conflicts, as: .theirs)
        await again.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM journal WHERE state = 'open'") == ["0"])
    }

    @Test("What a process that is still running has left out is its own")
    func running() async throws {
        let desks = folder.path("desks")
        let (mine, theirs) = (RecordIDSource(), RecordIDSource())
        for source in [mine, theirs] { source.leaseIDs(in: desks) }
        let (own, desk) = (mine.desk, theirs.desk)
        #expect(own != desk && RecordIDSource.desk(of: mine.next()) == own)
        #expect(mine.isAtWork(elsewhere: desk))
        #expect(!mine.isAtWork(elsewhere: own))
        #expect(!RecordIDSource().isAtWork(elsewhere: desk))
    }

    @Test("What others have left out since the document was opened is gone from it when it is decided here")
    func takenOver() async throws {
        let document = try await make()[0]
        let other = cell(
            "Anja", of: document.table.ids[0], document.table.schema[0], desk: RecordIDSource.shared.desk ^ 1)
        let text = try other.text()
        try SQLiteTool(path).run(
            """
            INSERT INTO journal(id, counter, at, person, program, desk, size, change, open, state) \
            VALUES('\(other.id.text)', 1, '', '', 'Kiroku', \(other.desk ?? 0), 9, '[]', '\(text)', 'open')
            """)
        try await until { await document.conflicts.count == 1 }
        try document.resolve(document.conflicts, as: .theirs)
        await document.close()
        #expect(try SQLiteTool(path).run("SELECT count(*) FROM journal WHERE state = 'open'") == ["0"])
    }
}
