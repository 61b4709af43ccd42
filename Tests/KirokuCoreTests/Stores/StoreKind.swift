import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// The stores that all keep a document in the same way.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// An SQLite file.
    case file
    /// The same, shared through a server: its edits are queued.
    case sharedFile
    /// Memory that answers at once.
    case memory
    /// Memory in which other work has its turn before each answer.
    case slowMemory
    /// Memory that does not tell what others have written, like a file.
    case silentMemory

    var testDescription: String { rawValue }

    /// A place of this kind, with a document in it.
    func make(_ contents: DocumentContents) async throws -> StorePlace {
        let folder = try TemporaryFolder()
        let store: any DocumentStore =
            switch self {
            case .file:
                try await CardFile.copy(
                    contents, picturesOf: nil, to: folder.path("people.kiroku"), nil
                ).file
            case .sharedFile: try await Self.sharedFile(contents, at: folder.path("people.kiroku"))
            case .memory: MemoryStore(contents, name: "people")
            case .slowMemory:
                MemoryStore(contents, name: "people") { _ in
                    for _ in 0..<5 { await Task.yield() }
                }
            case .silentMemory:
                MemoryStore(contents, name: "people", capabilities: [.edits, .history, .pictures, .copies])
            }
        return StorePlace(store: store, folder: folder)
    }

    private static func sharedFile(_ contents: DocumentContents, at path: String) async throws -> any DocumentStore {
        let file = try await CardFile.copy(contents, picturesOf: nil, to: path, nil).file
        try await DocumentStores.share(
            file,
            SyncState(
                address: "postgresql:///people", document: "d", system: "1", timeline: "1", cursor: "1:1:", fields: 1))
        await file.close()
        return DocumentStores.at(path)
    }
}

/// A store, and a folder for what is made of it.
struct StorePlace: Sendable {
    let store: any DocumentStore
    let folder: TemporaryFolder

    /// Writes as another program would.
    func writeElsewhere(_ changes: [DocumentChange]) async throws {
        if let memory = store as? MemoryStore { return try await memory.writeElsewhere(changes) }
        let other = CardFile(path: try #require(store.location.path))
        _ = try await other.load()
        try await other.commit(changes)
        await other.close()
    }
}

extension DocumentContents {
    /// A few people, with something of everything that is kept.
    ///
    /// - Parameter padding: so many bytes more in each name.
    static func people(_ count: Int = 3, padding: Int = 0) throws -> DocumentContents {
        var table = try RecordTable(
            fieldNames: ["Name", "Age", "Height", "Member"], fieldTypes: [.string, .int, .float, .bool])
        let more = String(repeating: ".", count: padding)
        for number in 0..<count {
            try table.addRecord([
                .string("Person \(number)" + more), number == 1 ? .unfit("old") : .int(number),
                .float(Double(number) / 4),
                number == 2 ? .empty : .bool(number == 0),
            ])
        }
        var settings = DocumentSettings()
        settings.notes["place"] = "top"
        return DocumentContents(table: table, fieldWidths: [table.schema[0].id: 120], settings: settings)
    }

    /// Whether both are the same, the identities of the records included.
    func isSame(as other: DocumentContents) -> Bool {
        table == other.table && table.ids == other.table.ids && table.schema == other.table.schema
            && fieldWidths == other.fieldWidths && settings == other.settings
            && history.undoable.map(\.title) == other.history.undoable.map(\.title)
            && history.redoable.map(\.title) == other.history.redoable.map(\.title)
    }
}
