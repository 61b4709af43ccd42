import CoreTestSupport
import Foundation
import KirokuCore
import KirokuPictures
import Testing

@testable import Kiroku

@Suite("What the import sheet does with a file")
struct ImportWorkTests {
    private let folder: TemporaryFolder
    private let table: RecordTable

    init() throws {
        folder = try TemporaryFolder()
        var table = try RecordTable(fieldNames: ["Name", "Born", "Place"], fieldTypes: [.string, .date, .string])
        try table.addRecord([.string("Ann"), .empty, .string("Nara")])
        self.table = table
    }

    private func work(
        _ text: String, _ destination: ImportOptions.Destination = .append,
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> ImportWork {
        try Data(text.utf8).write(to: URL(filePath: folder.path("a.tsv")))
        var options = ImportOptions()
        options.destination = destination
        change(&options)
        return ImportWork(path: folder.path("a.tsv"), options: options, table: table)
    }

    private func merge(_ work: ImportWork) async throws -> ImportWork.Merge {
        try #require(try await work.merge(like: try await work.preview()) { _ in })
    }

    /// The new records, cell by cell.
    private func texts(_ plan: MergePlan) -> [[String?]] {
        let records = plan.newRecords
        return (0..<records.count).map { record in
            records.schema.fields.indices.map { records[record, $0].plainText }
        }
    }

    @Test("The names of the document’s fields show that the first line is a header")
    func header() async throws {
        let found = try await merge(try work("Name\tNick\nBob\tNick\n"))
        #expect(texts(found.plan) == [["Bob", nil, nil]])
        #expect(found.imported.leftOutMessage == "1 field is not in this document and was skipped: Nick")
        let record = try await merge(try work("Name\tNick\nBob\tNick\n") { $0.header = .absent })
        #expect(record.plan.newRecordCount == 2)
    }

    @Test("Columns go where they were chosen to go; what was left out on purpose is no news")
    func chosen() async throws {
        let place = table.schema[2].id
        let found = try await merge(
            try work("Name\tTown\tAge\nBob\tOsaka\t5\n") { $0.columns = [1: .field(place), 2: .leftOut] })
        #expect(texts(found.plan) == [["Bob", nil, "Osaka"]])
        #expect(found.imported.leftOutMessage == nil)
        let nothing = try work("Town\nOsaka\n") { $0.columns = [0: .leftOut] }
        await #expect(throws: StorageError.self) { try await merge(nothing) }
    }

    @Test("Records cannot be matched by a field that the file does not have")
    func missingKey() async throws {
        let work = try work("Born\tPlace\n1998-05-04\tNara\n", .match(table.schema[0].id))
        let reason = MergeError.keyIsMissing(field: "Name").message
        await #expect(throws: StorageError.malformed(path: work.path, reason: reason)) { try await merge(work) }
    }

    @Test("What was chosen counts for records with pictures, too")
    func pictures() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: folder.path("in/a.png")))
        let store = try await DocumentStores.create(at: folder.path("a.kiroku"), table: table)
        let found = try await merge(
            try work("Name\tBorn\na.png\t4/5/1998\n") { $0.datesAreDayFirst = false })
        let pictures = PictureImport(from: folder.path("in"), hash: { "\($0)" }, problem: { _ in nil })
        let (plan, transfer) = try await ImportWork.taking(pictures, for: found, into: table, store) { _ in }
        #expect(transfer.names == ["a.png": "a.png"] && plan.pictureFields == [0])
        #expect(texts(plan) == [["a.png", "1998-04-05", nil]])
        await store.close()
    }
}
