import CoreTestSupport
import KirokuCore
import KirokuPictures
import PictureTestSupport
import TestSupport
import XCTest

@testable import KirokuViews

/// A document's store with one picture, "a.png".
struct StoredPictures: Sendable {
    let folder: TemporaryFolder
    let file: any DocumentStore

    @MainActor
    static func made() throws -> StoredPictures {
        var made: Result<StoredPictures, any Error>?
        Task {
            do { made = .success(try await StoredPictures()) } catch { made = .failure(error) }
        }
        work(until: { made != nil })
        return try XCTUnwrap(made).get()
    }

    private init() async throws {
        folder = try TemporaryFolder()
        let table = try RecordTable(fieldNames: ["A"], fieldTypes: [.string])
        file = try await DocumentStores.create(at: folder.path("a.kiroku"), table: table)
        _ = try await file.addPicture(SamplePicture.bytes(40, 20), hash: "1", name: "a.png")
    }

    /// A grid whose second field has these pictures.
    @MainActor
    func grid(names: [String]) throws -> GridFixture {
        let fields = [
            try FieldDefinition(id: FieldID(rawValue: 1), name: "Sight", type: .string),
            try FieldDefinition(id: FieldID(rawValue: 2), name: "Picture", type: .string, isMarkedAsPicture: true),
        ]
        var table = RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: 3)))
        for name in names { try table.addRecord([.string("x"), name.isEmpty ? .empty : .string(name)]) }
        let fixture = GridFixture(table)
        fixture.grid.pictures = cellPictures()
        workOff()
        return fixture
    }

    /// The pictures for a view.
    @MainActor
    func cellPictures() -> CellPictures {
        CellPictures(in: file, decoder: PictureDecoder(thumbnails: nil, lines: 1))
    }

    @MainActor
    func state(of name: String, in grid: RecordGrid) -> ThumbnailLoader.State {
        grid.pictureCells.thumbnails?.state(of: name) ?? .waiting
    }
}
