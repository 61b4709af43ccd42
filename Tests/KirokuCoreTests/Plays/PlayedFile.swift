@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A file in memory that several desks have open, and the judge of what is written to it.
///
/// Every commit must replace what the file holds at that moment (compare-and-set), and everything that a commit names is
/// remembered, so that the end of a play can tell what is nowhere.
@MainActor
final class PlayedFile {
    private(set) var table: RecordTable
    /// The texts that the history has: of cells, records and fields, before and after each commit.
    private(set) var history: Set<String> = []
    /// What was overwritten by a commit whose author had not seen it.
    private(set) var faults: [String] = []
    /// What the next desk that opens the file finds.
    private let disk: MemoryStore
    private var stores: [Int: MemoryStore] = [:]

    private let isForgetful: Bool

    init(_ table: RecordTable, isForgetful: Bool = false) {
        self.table = table
        self.isForgetful = isForgetful
        disk = MemoryStore(DocumentContents(table: table))
    }

    /// Opens the file at a desk; whatever the desk had before is gone, as after a crash.
    func open(at desk: Int) async throws -> Document {
        let contents = try await disk.load()
        let store = MemoryStore(contents)
        stores[desk] = store
        let document = Document(
            title: "desk \(desk)", contents: contents, store: PlayedStore(desk: desk, own: store, file: self))
        await document.saver.hold()
        return document
    }

    /// Called when a desk has committed.
    func take(_ changes: [DocumentChange], from desk: Int) async throws(StorageError) {
        if isForgetful { return }
        for change in changes {
            if case .typedOver(_, let values) = change { history.formUnion(values.map { $0.cell.value.played }) }
        }
        for change in changes.edits.flatMap(\.flattened) {
            judge(change, of: desk)
            if (try? table.apply(change)) == nil { faults.append("desk \(desk): \(change) does not apply") }
        }
        let author = CommitAuthor(person: "desk \(desk)", program: "Kiroku")
        try await disk.writeElsewhere(changes, by: author)
        for (other, store) in stores where other != desk { try await store.writeElsewhere(changes, by: author) }
    }

    private func judge(_ change: Change, of desk: Int) {
        switch change {
        case .setCells(let cells):
            for cell in cells {
                history.formUnion([cell.base.played, cell.value.played])
                guard let record = table.index(of: cell.record), let field = table.schema.index(of: cell.field) else {
                    continue
                }
                expect(table[record, field], cell.base, desk)
                // Several values of a cell in a row are in one change.
                try? table.set(cell.value, at: record, field: field)
            }
        case .insertRecords(let records): history.formUnion(records.texts)
        case .deleteRecords(let records):
            for id in records.ids {
                guard let index = table.index(of: id), let there = try? table.records(at: RecordIndexes(index)) else {
                    continue
                }
                history.formUnion(there.texts)
                guard let gone = records.index(of: id) else { continue }
                for (place, field) in records.schema.fields.enumerated() {
                    guard let target = table.schema.index(of: field.id) else { continue }
                    expect(table[index, target], records[gone, place], desk)
                }
            }
        case .changeFields(let change):
            history.formUnion((change.base.fields + change.schema.fields).map(\.name))
            for field in change.removed {
                guard let place = table.schema.index(of: field.definition.id) else { continue }
                for (number, id) in field.records.enumerated() {
                    history.insert(field.value(at: number).played)
                    if let index = table.index(of: id) { expect(table[index, place], field.value(at: number), desk) }
                }
            }
            for field in change.inserted {
                history.formUnion(field.records.indices.map { field.value(at: $0).played })
            }
        case .setPlaces, .sequence: break
        }
    }

    private func expect(_ there: CellValue, _ base: CellValue, _ desk: Int) {
        if there != base {
            faults.append("desk \(desk) overwrites “\(there.played)”, and has seen “\(base.played)”")
        }
    }
}

/// The file as one desk has it open: what it commits reaches the others at once, who hear of it when they look.
struct PlayedStore: DocumentStore {
    let desk: Int
    let own: MemoryStore
    let file: PlayedFile

    var location: StorageLocation { own.location }
    var capabilities: StoreCapabilities { own.capabilities }
    /// The play decides when a desk looks.
    var changesFromElsewhere: AsyncStream<Void> { AsyncStream { $0.finish() } }

    func commit(_ changes: [DocumentChange]) async throws(StorageError) {
        try await own.commit(changes)
        try await file.take(changes, from: desk)
    }

    func news() async throws(StorageError) -> StoreNews? { try await own.news() }

    func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await own.load(around: place, beginning: beginning, progress: progress)
    }

    func openForReading() async throws(StorageError) { try await own.openForReading() }

    func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> { try await own.search(plan) }

    func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        throw .unsupported
    }

    func pictures() async throws(StorageError) -> [StoredPicture] { [] }
    func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? { nil }
    func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String {
        throw .unsupported
    }
    func removePictures(named names: [String]) async throws(StorageError) {}
    func giveSpaceBack() async throws(StorageError) {}
    func close() async { await own.close() }
    func discard() async { await own.discard() }
}

extension CellValue {
    /// Its text, whatever the type is.
    var played: String {
        switch self {
        case .string(let text): text
        case .choice(let choice): choice.text
        default: entryText ?? ""
        }
    }
}

extension RecordTable {
    /// The texts of all cells, and the names of the fields.
    var texts: Set<String> {
        var texts = Set(schema.fields.map(\.name))
        for record in ids.indices { for field in schema.fields.indices { texts.insert(self[record, field].played) } }
        return texts
    }
}
