import CoreTestSupport
import Glibc
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What every store must do; whoever adds a store adds it to ``StoreKind``.
@Suite("Every store")
@MainActor
struct StoreConformanceTests {
    private func document(in store: any DocumentStore) async throws -> Document {
        Document(title: "people", contents: try await store.load(), store: store)
    }

    private func setName(_ name: String, of record: Int = 0, in document: Document) throws {
        try document.setCells([CellEdit(record: record, field: 0, value: .string(name))])
    }

    /// What an edit of another copy of the document hands to a store.
    private func edit(_ name: String, in contents: DocumentContents) async throws -> [DocumentChange] {
        let script = StoreScript()
        let other = Document(title: "other", inMemory: contents, script)
        try setName(name, in: other)
        await other.finishSaving()
        return await script.batches.flatMap(\.self)
    }

    @Test("It gives what it was made of", arguments: StoreKind.allCases)
    func loads(kind: StoreKind) async throws {
        let contents = try DocumentContents.people()
        let place = try await kind.make(contents)
        let loaded = try await place.store.load()
        #expect(loaded.isSame(as: contents))
        #expect(!loaded.isMended)
        #expect(!place.store.isReadOnly)
        #expect(place.store.capabilities.isSuperset(of: [.edits, .history, .pictures, .copies]))
        await place.store.close()
    }

    @Test(
        "Whatever is edited, taken back and done again is there when it is loaded anew", arguments: StoreKind.allCases)
    func edits(kind: StoreKind) async throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let place = try await kind.make(try .people(8))
            let document = try await document(in: place.store)
            var random = Dice(state: seed)
            for step in 0..<40 {
                try edit(document, step, &random)
                if random.below(3) == 0 { await document.finishSaving() }
            }
            await document.finishSaving()
            #expect(document.saveState == .saved)
            let mine = DocumentContents(
                table: document.table, fieldWidths: document.fieldWidths, settings: document.settings,
                history: document.history)
            #expect(try await place.store.load().isSame(as: mine), "seed \(seed)")
            await document.close()
        }
    }

    private func edit(_ document: Document, _ step: Int, _ random: inout Dice) throws {
        let table = document.table
        let field = table.schema[random.below(table.schema.count)].id
        switch random.below(13) {
        case 0...2 where table.count > 0:
            let place = (record: random.below(table.count), field: random.below(table.schema.count))
            let value: CellValue = random.below(2) == 0 ? .empty : .unfit("step \(step)")
            let type = table.schema[place.field].type
            try document.setCells([
                CellEdit(
                    record: place.record, field: place.field,
                    value: type.takesAnyText ? CellValue.string("step \(step)").converted(to: type) : value)
            ])
        case 3: try document.addRecord()
        case 4: try document.insertRecords(1 + random.below(3), at: random.below(table.count + 1))
        case 5 where table.count > 1:
            try document.deleteRecords(at: RecordIndexes(random.below(table.count)))
        case 6:
            try document.addField(
                "Field \(step)", type: FieldType.allCases[random.below(FieldType.allCases.count)], at: 0)
        case 7: try document.renameField(field, to: "Renamed \(step)")
        case 8: try document.moveField(field, to: random.below(table.schema.count))
        case 9: try document.retypeField(field, to: FieldType.allCases[random.below(FieldType.allCases.count)])
        case 10 where table.schema.count > 2: try document.removeField(field)
        case 11:
            document.setWidth(50 + step, of: field)
            document.keepNote("note \(step)", named: "place")
        default: if random.below(3) == 0 { try document.redo() } else { try document.undo() }
        }
    }

    @Test("A commit that fails has kept nothing, and may come again")
    func failedCommit() async throws {
        let contents = try DocumentContents.people()
        let script = StoreScript(failing: [.diskFull(at: .memory("people"))])
        let memory = StorePlace(store: script.store(of: contents, name: "people"), folder: try TemporaryFolder())
        let (file, lock) = try await lockedFile(contents)
        for (place, error) in [
            (memory, StorageError.diskFull(at: .memory("people"))), (file, .busy(at: file.store.location)),
        ] {
            let changes = try await edit("Ann", in: contents)
            await #expect(throws: error) { try await place.store.commit(changes) }
            #expect(error.message.contains("people"))
            try lock.execute("ROLLBACK")
            #expect(try await place.store.load().isSame(as: contents))
            try await place.store.commit(changes)
            #expect(try await place.store.load().table[0, 0] == .string("Ann"))
            try lock.execute("BEGIN IMMEDIATE")
            await place.store.close()
        }
    }

    /// A file that is not waited for, which somebody else keeps locked.
    private func lockedFile(_ contents: DocumentContents) async throws -> (StorePlace, SQLiteConnection) {
        let folder = try TemporaryFolder()
        let path = folder.path("people.kiroku")
        await (try CardFile.copy(contents, picturesOf: nil, to: path, nil)).file.close()
        let store = CardFile(path: path, lockWait: 0)
        _ = try await store.load()
        let lock = try SQLiteConnection(file: path, path: path, access: .writing, lockWait: 0)
        try lock.execute("BEGIN IMMEDIATE")
        return (StorePlace(store: store, folder: folder), lock)
    }

    @Test(
        "A picture is kept once, under a name of its own, and is gone when it was removed",
        arguments: StoreKind.allCases)
    func pictures(kind: StoreKind) async throws {
        let place = try await kind.make(try .people())
        let store = place.store
        _ = try await store.load()
        #expect(try await store.pictures().isEmpty)
        #expect(try await store.addPicture([1, 2], hash: "h1", name: "b.png") == "b.png")
        #expect(try await store.addPicture([1, 2], hash: "h1", name: "c.png") == "b.png")
        #expect(try await store.addPicture([3], hash: "h2", name: "b.png") == "b 2.png")
        #expect(try await store.addPicture([4], hash: "h3", name: "a.png") == "a.png")
        #expect(
            try await store.pictures() == [
                StoredPicture(name: "a.png", byteCount: 1, hash: "h3"),
                StoredPicture(name: "b 2.png", byteCount: 1, hash: "h2"),
                StoredPicture(name: "b.png", byteCount: 2, hash: "h1"),
            ])
        #expect(try await store.picture(named: "b.png", atMost: 2) == [1, 2])
        #expect(try await store.picture(named: "none", atMost: 2) == nil)
        await #expect(throws: StorageError.tooLarge(at: store.location)) {
            try await store.picture(named: "b.png", atMost: 1)
        }
        try await store.removePictures(named: ["b.png", "none"])
        try await store.giveSpaceBack()
        #expect(try await store.pictures().map(\.name) == ["a.png", "b 2.png"])
        try await store.commit(try await edit("Ann", in: try .people()))
        await store.close()
    }

    @Test("A copy is a document file with all that was saved, pictures included", arguments: StoreKind.allCases)
    func copies(kind: StoreKind) async throws {
        let place = try await kind.make(try .people())
        let document = try await document(in: place.store)
        try setName("Ann", in: document)
        _ = try await document.addPicture([7], hash: "h", name: "a.png")
        await document.finishSaving()
        let path = place.folder.path("copy.kiroku")
        try await document.backUp(to: path)
        let copy = try await CardFile.open(at: path)
        #expect(copy.contents.table == document.table)
        #expect(copy.contents.table.ids == document.table.ids)
        #expect(copy.contents.fieldWidths == document.fieldWidths)
        #expect(try await copy.store.picture(named: "a.png", atMost: 9) == [7])
        await copy.store.close()
        await #expect(throws: StorageError.alreadyExists(path: path)) { try await document.backUp(to: path) }
        let nowhere = place.folder.path("none/copy.kiroku")
        await #expect(throws: StorageError.notFound(path: nowhere)) { try await document.backUp(to: nowhere) }
        await document.close()
        #expect(try place.folder.names().filter { $0.hasPrefix(".") } == [])
    }

    @Test(
        "What others write is told, or found with the next edit, and nothing is written over it",
        arguments: StoreKind.allCases)
    func elsewhere(kind: StoreKind) async throws {
        let contents = try DocumentContents.people()
        let place = try await kind.make(contents)
        let document = try await document(in: place.store)
        try await place.writeElsewhere(try await edit("Theirs", in: contents))
        if place.store.capabilities.contains(.news) {
            try await until { await document.table[0, 0] == .string("Theirs") }
            #expect(document.saveState == .saved)
            #expect(document.undoTitle == nil)
        } else {
            for await _ in place.store.changesFromElsewhere { Issue.record("it tells what it cannot know") }
        }
        try setName("Ours", of: 1, in: document)
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(document.conflicts.isEmpty)
        let table = try await place.store.load().table
        #expect([table[0, 0], table[1, 0]] == [.string("Theirs"), .string("Ours")])
        await document.close()
    }

    @Test("Some records come first, around the place where the user was", arguments: StoreKind.allCases)
    func beginning(kind: StoreKind) async throws {
        let count = 12_000
        // Large enough for a file, too.
        let contents = try DocumentContents.people(count, padding: 400)
        let place = try await kind.make(contents)
        let told = Mutex<[PartialDocument]>([])
        let progress = Mutex<[Double]>([])
        let sight = RecordPlace(record: contents.table.ids[6_000], index: 6_000)
        let loaded = try await place.store.load(around: sight) { part in
            told.withLock { $0.append(part) }
        } progress: { share in
            progress.withLock { $0.append(share) }
        }
        #expect(loaded.table.count == count)
        let parts = told.withLock { $0 }
        #expect(parts.count == 1)
        let part = try #require(parts.first)
        #expect(part.contents.table.count < count)
        #expect(part.contents.table.index(of: sight.record) != nil)
        #expect(part.contents.fieldWidths == contents.fieldWidths)
        #expect(progress.withLock { $0.last } == 1)
        #expect(progress.withLock { zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 } })
        await place.store.close()
    }

    @Test("Loading can be cancelled", arguments: StoreKind.allCases)
    func cancelling(kind: StoreKind) async throws {
        let place = try await kind.make(try .people(9_000))
        let loading = Task { () async throws in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await place.store.load()
        }
        await #expect(throws: StorageError.cancelled) { try await loading.value }
        _ = try await place.store.load()
        await place.store.close()
    }

    @Test("A document that goes on in a copy holds on to nothing else", arguments: StoreKind.allCases)
    func moves(kind: StoreKind) async throws {
        let place = try await kind.make(try .people())
        let document = try await document(in: place.store)
        #expect(document.location == place.store.location)
        _ = try await document.addPicture([7], hash: "h", name: "a.png")
        try setName("Ann", in: document)
        let path = place.folder.path("copy.kiroku")
        #expect(try await document.saveCopy(to: path, title: "copy"))
        #expect(document.location == .file(path))
        try setName("Bob", of: 1, in: document)
        _ = try await document.addPicture([8], hash: "i", name: "b.png")
        await document.finishSaving()
        #expect(document.saveState == .saved)
        #expect(try await document.pictures().map(\.name) == ["a.png", "b.png"])
        // The first place was given free.
        await #expect(throws: StorageError.unsupported) { try await place.store.commit([]) }
        await document.close()
        let copy = try await CardFile.open(at: path)
        #expect((0..<2).map { copy.contents.table[$0, 0] } == [.string("Ann"), .string("Bob")])
        await copy.store.close()
    }

    @Test("A search finds what is found in all of it", arguments: StoreKind.allCases)
    func searches(kind: StoreKind) async throws {
        let contents = try DocumentContents.people(50)
        let place = try await kind.make(contents)
        let age = contents.table.schema[1].id
        let found = try await place.store.search { schema throws(QueryError) in
            try DocumentSearch(.test(age, .greater, .int(40)), in: schema, fields: [2, 0], limit: 5)
        }.get()
        #expect(found.table.fieldNames == ["Name", "Height"])
        #expect(
            Array(found.table.values(of: try found.table.schema.field("Height", of: Double.self))) == [
                10.25, 10.5, 10.75, 11, 11.25,
            ])
        let refused = try await place.store.search { schema throws(QueryError) in
            try DocumentSearch(.test(age, .contains, .text("4")), in: schema)
        }
        #expect(throws: QueryError.self) { try refused.get() }
        await place.store.close()
    }

    @Test("When it is closed it does nothing any more", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let contents = try DocumentContents.people()
        let place = try await kind.make(contents)
        let store = place.store
        let changes = try await edit("Ann", in: contents)
        await store.close()
        await #expect(throws: StorageError.unsupported) { try await store.commit(changes) }
        await #expect(throws: StorageError.unsupported) { try await store.load() }
        await #expect(throws: StorageError.unsupported) {
            try await store.search { schema throws(QueryError) in try DocumentSearch(nil, in: schema) }
        }
        await #expect(throws: StorageError.unsupported) { try await store.backUp(to: place.folder.path("b.kiroku")) }
        await #expect(throws: StorageError.self) { try await store.addPicture([1], hash: "h", name: "a.png") }
        for await _ in store.changesFromElsewhere { Issue.record("nothing comes any more") }
        #expect(try place.folder.names().filter { $0 != "people.kiroku" } == [])
    }

    @Test("Where nothing can be kept, the document can be looked at and copied")
    func readOnly() async throws {
        let contents = try DocumentContents.people()
        let folder = try TemporaryFolder()
        let path = folder.path("people.kiroku")
        await (try CardFile.copy(contents, picturesOf: nil, to: path, nil)).file.close()
        try #require(chmod(path, 0o444) == 0)
        let memory = MemoryStore(contents, name: "people", capabilities: [.copies, .news])
        for store in [CardFile(path: path), memory] as [any DocumentStore] {
            let document = try await document(in: store)
            #expect(store.isReadOnly)
            #expect(document.isReadOnly)
            #expect(document.capabilities.subtracting(.watching) == [.copies, .news])
            #expect(throws: EditError.readOnly) { try setName("Ann", in: document) }
            await #expect(throws: StorageError.self) {
                try await store.commit(try await edit("Ann", in: contents))
            }
            let copy = folder.path("copy of \(store.location.name).kiroku")
            try await document.backUp(to: copy)
            #expect(try await CardFile.open(at: copy).contents.table == contents.table)
            await document.close()
        }
    }
}

/// Random numbers that are the same in every run.
private struct Dice {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(limit, 1)
    }
}
