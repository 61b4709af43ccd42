import CoreTestSupport
import KirokuCore

@testable import KirokuServer

/// Several copies of a document that is shared on the private server.
@MainActor
final class Team {
    let database: Database
    let folder: TemporaryFolder
    private(set) var members: [Member] = []

    /// Shares a document, and has others join.
    ///
    /// - Parameters:
    ///   - table: its records.
    ///   - count: how many copies there are.
    init(_ table: RecordTable, count: Int = 2, pictures: [String: [UInt8]] = [:]) async throws {
        database = try Database()
        folder = try TemporaryFolder()
        let address = try database.address(table: "Places")
        for number in 1...count {
            let path = folder.path("\(number).kiroku")
            if number == 1 {
                let store = try await DocumentStores.create(at: path, table: table)
                for (name, bytes) in pictures {
                    _ = try await store.addPicture(bytes, hash: "hash of \(name)", name: name)
                }
                let contents = try await store.load()
                try await SharedPlace.share(store, contents.table, at: address, name: "Places", roles: [])
                await store.close()
            } else {
                try await SharedPlace.join(address, at: path)
            }
            members.append(try await Member(path))
        }
    }

    subscript(_ number: Int) -> Member { members[number] }

    /// Brings all in step, as often as anything changes.
    func sync() async throws {
        for _ in 0..<members.count { for member in members { _ = try await member.sync() } }
    }

    func close() async {
        for member in members { await member.close() }
    }
}

/// A copy of a shared document, open in a window, so to speak.
@MainActor
final class Member {
    let path: String
    let desk: SharedDesk
    private(set) var document: Document

    init(_ path: String) async throws {
        self.path = path
        desk = try await SharedDesk.open(path)
        document = try await Self.document(path)
    }

    private static func document(_ path: String) async throws -> Document {
        let store = DocumentStores.at(path)
        return Document(title: path, contents: try await store.load(), store: store)
    }

    var table: RecordTable { document.table }

    /// The texts of all cells, record by record.
    var texts: [[String?]] {
        table.ids.indices.map { record in table.schema.fields.indices.map { table[record, $0].plainText } }
    }

    func set(_ value: CellValue, _ record: Int, _ field: Int) async throws {
        try document.setCells([CellEdit(record: record, field: field, value: value)])
        await document.finishSaving()
    }

    /// Brings it in step, and waits until the document has heard of it.
    @discardableResult
    func sync() async throws -> SyncReport {
        await document.finishSaving()
        let report = try await desk.sync()
        try await hear()
        return report
    }

    /// Waits until the document shows what is in its file.
    func hear() async throws {
        while true {
            let store = DocumentStores.at(path)
            let contents = try await store.load()
            await store.close()
            let isSame =
                contents.table == table && contents.table.ids == table.ids && contents.table.places == table.places
            if isSame, document.conflicts.count == contents.settings.leftOut.count { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func close() async {
        await document.close()
        await desk.close()
    }
}
