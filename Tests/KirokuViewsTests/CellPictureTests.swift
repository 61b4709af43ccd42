import CGtk
import CoreTestSupport
import Geometry
import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation
import PictureTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import KirokuViews

final class CellPictureTests: GtkTestCase {
    func testACellShowsItsPictureBesideItsName() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: ["a.png", "none.png", ""])
            work(until: { fixture.grid.pictureCells.failure(at: CellIndex(row: 1, column: 1)) == .gone })
            work(until: { if case .image = pictures.state(of: "a.png", in: fixture.grid) { true } else { false } })
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 0, column: 1)).description, "picture")
            let missing = fixture.table.cell(at: CellIndex(row: 1, column: 1))
            XCTAssertEqual(missing.description, "The picture is not in this document.")
            XCTAssertEqual(fixture.table.cell(at: CellIndex(row: 2, column: 1)).description, "")
            fixture.go(1, 1)
            XCTAssertEqual(fixture.message?.text, "The picture is not in this document.")
            fixture.close()
        }
    }

    func testTheHeaderSaysThatTheFieldHoldsPictures() throws {
        try onMain {
            let fixture = try StoredPictures.made().grid(names: ["a.png"])
            XCTAssertEqual(fixture.table.columnDescription(1), "Picture")
            XCTAssertEqual(fixture.table.columnDescription(0), "Text")
            fixture.close()
        }
    }

    func testAPictureThatComesLaterIsShown() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: ["late.png"])
            work(until: { fixture.grid.pictureCells.failure(at: CellIndex(row: 0, column: 1)) == .gone })
            Task {
                _ = try await pictures.file.addPicture(SamplePicture.bytes(50, 20), hash: "2", name: "late.png")
                fixture.grid.pictures?.changed()
            }
            work(until: { if case .image = pictures.state(of: "late.png", in: fixture.grid) { true } else { false } })
            fixture.close()
        }
    }

    func testAPictureOnAServerHasAPlaceUntilItComes() throws {
        try onMain {
            let far = FarPictures()
            let fixture = try StoredPictures.made().grid(names: ["a.png"] + (0..<500).map { "\($0).png" })
            fixture.grid.pictures = CellPictures(in: far, decoder: PictureDecoder(thumbnails: nil, lines: 1))
            let cell = CellIndex(row: 0, column: 1)
            // It is asked for as long as it is in sight.
            work(until: { far.asked.contains("a.png") })
            fixture.go(499, 1)
            work(until: { !far.asked.contains("a.png") && far.asked.contains("498.png") })
            XCTAssertLessThan(far.asked.count, 200)
            far.answer(isReachable: false)
            fixture.go(0, 1)
            work(until: { fixture.grid.pictureCells.failure(at: cell) == .onServer })
            fixture.go(1, 1)
            fixture.go(0, 1)
            let text = "The picture is on the server and appears when the server can be reached."
            XCTAssertEqual(fixture.table.cell(at: cell).description, text)
            XCTAssertEqual(fixture.message?.kind, .normal)
            XCTAssertFalse(fixture.table.cell(at: cell).isInvalid)
            far.answer(isReachable: true)
            fixture.grid.pictures?.changed()
            work(until: {
                if case .image = fixture.grid.pictureCells.thumbnails?.state(of: "a.png") { true } else { false }
            })
            fixture.close()
        }
    }

    func testOnlyWhatIsInSightIsAskedFor() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: (0..<1_000).map { "picture \($0).png" })
            work(until: { fixture.grid.pictureCells.failure(at: CellIndex(row: 0, column: 1)) == .gone })
            XCTAssertNil(fixture.grid.pictureCells.failure(at: CellIndex(row: 500, column: 1)))
            fixture.go(999, 1)
            work(until: { fixture.grid.pictureCells.failure(at: CellIndex(row: 999, column: 1)) == .gone })
            XCTAssertNil(fixture.grid.pictureCells.failure(at: CellIndex(row: 500, column: 1)))
            fixture.close()
        }
    }

    func testEnterAndADoubleClickChooseAndTypingGoesOn() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: ["a.png", "b.png"])
            var count = 0
            fixture.grid.onPictureActivated = { count += 1 }
            fixture.go(0, 1)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(count, 1)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 0, field: 1))
            fixture.table.activate(CellIndex(row: 0, column: 1))
            XCTAssertEqual(count, 2)
            fixture.begin(0, 1, typing: "c.png")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.value(0, 1), .string("c.png"))
            XCTAssertEqual(count, 2)
            XCTAssertEqual(fixture.grid.cursor, CellPosition(record: 1, field: 1))
            fixture.go(0, 0)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(count, 2)
            fixture.close()
        }
    }

    func testTheSelectedPicturesAreThoseOfPictureFieldsThatAreNotEmpty() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: ["a.png", "", "c.png"])
            fixture.grid.selectAll()
            XCTAssertEqual(
                fixture.grid.selectedPictures,
                [CellPosition(record: 0, field: 1), CellPosition(record: 2, field: 1)])
            XCTAssertEqual(fixture.grid.shownRecords(from: 1, count: 5), [1, 2])
            fixture.close()
        }
    }

    func testACardShowsThePictureLarge() throws {
        try onMain {
            let pictures = try StoredPictures.made()
            let fixture = try pictures.grid(names: ["a.png", "none.png", ""])
            let card = CardView(model: fixture.document, pictures: fixture.grid.pictures, name: "Card")
            var chosen: [FieldID] = []
            card.onPictureActivated = { chosen.append($0) }
            let window = testWindow(card.widget, width: 400, height: 400)
            let picture = try XCTUnwrap(card.rows[1].picture)
            XCTAssertNil(card.rows[0].picture)
            @MainActor func text(_ record: Int) -> String {
                card.show(record: record, position: CardPosition(index: record, count: 3))
                workOff()
                return picture.cell(at: CellIndex(row: 0, column: 0)).text
            }
            XCTAssertEqual(text(0), "a.png")
            XCTAssertEqual(text(2), "Press Enter, or drop a picture here.")
            work(until: { text(1) == "The picture is not in this document." })
            picture.canvas.grabFocus()
            window.press(GDK_KEY_Return)
            XCTAssertEqual(chosen, [fixture.document.table.schema[1].id])
            let field = fixture.document.table.schema[1].id
            Task { try await fixture.document.change(field) { $0.isPicture = false } }
            work(until: { card.rows[1].picture == nil })
            window.destroy()
            fixture.close()
        }
    }
}

/// Pictures on a server that does not answer at first.
private final class FarPictures: PictureStore {
    private struct State {
        var asked: [String: Int] = [:]
        var isReachable: Bool?
        var brought: Set<String> = []
    }

    private let state = Mutex(State())

    /// Those that somebody waits for.
    var asked: Set<String> { state.withLock { Set($0.asked.keys) } }

    /// From now on, pictures come, or it is said that they cannot.
    func answer(isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    func fetch(pictureNamed name: String) async throws(StorageError) {
        state.withLock { $0.asked[name, default: 0] += 1 }
        defer {
            state.withLock { state in
                state.asked[name, default: 1] -= 1
                if state.asked[name] == 0 { state.asked[name] = nil }
            }
        }
        while state.withLock({ $0.isReachable }) == nil {
            guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { throw .cancelled }
        }
        guard state.withLock({ $0.isReachable }) == true else { throw .onServer(picture: name) }
        state.withLock { _ = $0.brought.insert(name) }
    }

    func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        guard state.withLock({ $0.brought.contains(name) }) else { throw .onServer(picture: name) }
        return SamplePicture.bytes(40, 20)
    }

    func pictures() async throws(StorageError) -> [StoredPicture] { [] }
    func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String { name }
    func removePictures(named names: [String]) async throws(StorageError) {}
    func giveSpaceBack() async throws(StorageError) {}
}
