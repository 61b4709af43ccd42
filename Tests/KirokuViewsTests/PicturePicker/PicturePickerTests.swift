import CGtk
import Geometry
import GtkKit
import KirokuPictures
import KirokuPresentation
import PictureTestSupport
import TestSupport
import XCTest

@testable import KirokuViews

final class PicturePickerTests: GtkTestCase {
    func testBlocksAreWhereTheLayoutSays() throws {
        try onMain {
            for (width, height) in [(900, 400), (700, 350), (1_200, 700)] {
                let fixture = try PickerFixture(width: width, height: height)
                XCTAssertEqual(fixture.picker.widget.laidOutWidth, width)
                let layout = try PickerLayout(width: width, height: height)
                XCTAssertEqual(fixture.frame(of: fixture.picker.albumView.widget), layout.albums)
                XCTAssertEqual(fixture.frame(of: fixture.picker.itemView.widget), layout.items)
                XCTAssertEqual(fixture.frame(of: fixture.picker.previewPane), layout.preview)
                fixture.close()
            }
        }
    }

    func testItIsMirroredWhereOneReadsFromRightToLeft() throws {
        try onMain {
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            let fixture = try PickerFixture(listed: ())
            let layout = try PickerLayout(width: 900, height: 400, readsLeftwards: true)
            XCTAssertEqual(fixture.frame(of: fixture.picker.albumView.widget), layout.albums)
            XCTAssertEqual(fixture.frame(of: fixture.picker.itemView.widget), layout.items)
            XCTAssertEqual(fixture.frame(of: fixture.picker.previewPane), layout.preview)
            XCTAssertTrue(fixture.window.activate())
            fixture.picker.grabFocus()
            fixture.window.press(GDK_KEY_Left)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "a.png")
            fixture.window.press(GDK_KEY_Left)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b2.png")
            fixture.window.press(GDK_KEY_Right)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "a.png")
            let canvas = fixture.picker.itemView.canvas
            let place = try XCTUnwrap(fixture.picker.itemView.rectangle(of: CellIndex(row: 0, column: 0)))
            XCTAssertEqual(place.x + place.width, canvas.width)
            canvas.doubleClick(x: place.x - 10, y: place.y + 10)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b2.png")
            fixture.close()
        }
    }

    func testItIsNeverSmallerThanItsBlocksNeed() throws {
        try onMain {
            let fixture = try PickerFixture(width: 100, height: 100)
            XCTAssertEqual(fixture.picker.widget.laidOutWidth, 360)
            XCTAssertEqual(fixture.picker.widget.laidOutHeight, 350)
            fixture.close()
        }
    }

    func testNames() throws {
        try onMain {
            let fixture = try PickerFixture()
            XCTAssertEqual(fixture.picker.albumView.canvas.accessibleName, "Albums")
            XCTAssertEqual(fixture.picker.itemView.canvas.accessibleName, "Pictures")
            XCTAssertEqual(fixture.picker.preview.canvas.accessibleName, "Preview")
            fixture.close()
        }
    }

    func testOnlyAlbumsWithPicturesAreListed() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertEqual(fixture.picker.albums.map(\.name), ["pictures", "travel"])
            XCTAssertEqual(fixture.picker.albums.map(\.count), [4, 1])
            XCTAssertEqual(fixture.names, ["a.png", "b2.png", "b10.jpg", "broken.png"])
            fixture.close()
        }
    }

    func testAnotherAlbumClearsTheChoice() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.choose("b2.png")
            work(until: { fixture.message.hasPrefix("400 × 200") })
            XCTAssertTrue(fixture.picker.isSelected)
            fixture.picker.chooseAlbum(1)
            XCTAssertFalse(fixture.picker.isSelected)
            XCTAssertNil(fixture.picker.reference)
            XCTAssertEqual(fixture.message, "")
            guard case .nothing = fixture.picker.preview.content else { return XCTFail("still a picture") }
            XCTAssertTrue(work(until: { fixture.names == ["c.png"] }))
            fixture.close()
        }
    }

    func testAPictureIsShownWithItsSize() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertFalse(fixture.picker.isSelected)
            var changes = 0
            fixture.picker.onSelectionChange = { changes += 1 }
            fixture.choose("b10.jpg")
            XCTAssertTrue(fixture.picker.isSelected)
            XCTAssertEqual(changes, 1)
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("800 × 400, ") && fixture.message.hasSuffix("B") }))
            guard case .image(let image) = fixture.picker.preview.content else { return XCTFail("no picture") }
            let layout = try PickerLayout(width: 900, height: 400)
            XCTAssertEqual(Double(image.width), layout.preview.width)
            fixture.close()
        }
    }

    func testThePictureIsGivenInTheSizeThatIsAskedFor() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertNil(try picture(of: fixture, nil))
            fixture.choose("b10.jpg")
            XCTAssertEqual(try picture(of: fixture, nil), PixelSize(width: 800, height: 400))
            fixture.picker.defaultSize = try RequestedSize(width: 100, height: 100)
            XCTAssertEqual(try picture(of: fixture, nil), PixelSize(width: 200, height: 100))
            XCTAssertEqual(
                try picture(of: fixture, RequestedSize(width: 10, height: 10)), PixelSize(width: 20, height: 10))
            XCTAssertThrowsError(try RequestedSize(width: 9, height: 10))
            XCTAssertEqual(
                fixture.picker.reference?.text, "file://" + fixture.folder.path("pictures/b10.jpg"))
            fixture.choose("a.png")
            XCTAssertEqual(
                try picture(of: fixture, RequestedSize(width: 500, height: 500)), PixelSize(width: 40, height: 20))
            fixture.close()
        }
    }

    func testABrokenPictureIsNotSelected() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.choose("broken.png")
            XCTAssertTrue(work(until: { !fixture.picker.isSelected }))
            XCTAssertNil(fixture.picker.selectedItem)
            XCTAssertNil(fixture.picker.reference)
            XCTAssertNil(try picture(of: fixture, nil))
            XCTAssertEqual(fixture.message, DecodeFailure.unknownFormat.message)
            XCTAssertEqual(fixture.picker.messageLine.message?.kind, .error)
            var activations = 0
            fixture.picker.onActivate = { activations += 1 }
            fixture.picker.itemView.activate(CellIndex(row: 3, column: 0))
            XCTAssertEqual(activations, 0)
            XCTAssertTrue(
                work(until: { fixture.picker.itemView.cell(at: CellIndex(row: 3, column: 0)).isInvalid }))
            fixture.close()
        }
    }

    func testThumbnailsOfWhatIsInSightCome() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            let good = fixture.picker.items.filter { $0.name != "broken.png" }.map(\.reference)
            XCTAssertTrue(
                work(until: {
                    good.allSatisfy {
                        if case .image = fixture.picker.thumbnails.state(of: $0) { true } else { false }
                    }
                }))
            fixture.close()
        }
    }

    func testFilesThatComeAndGoAppearByThemselves() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.choose("b2.png")
            try fixture.put(SamplePicture.bytes(20, 20), "b3.png")
            XCTAssertTrue(work(until: { fixture.names == ["a.png", "b2.png", "b3.png", "b10.jpg", "broken.png"] }))
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b2.png")
            XCTAssertEqual(fixture.picker.itemView.chosen, 1)
            unlink(fixture.folder.path("pictures/b2.png"))
            XCTAssertTrue(work(until: { !fixture.names.contains("b2.png") }))
            XCTAssertFalse(fixture.picker.isSelected)
            fixture.close()
        }
    }

    func testFilterAndOrder() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.picker.filter.text = "B"
            XCTAssertTrue(work(until: { fixture.names == ["b2.png", "b10.jpg", "broken.png"] }))
            fixture.picker.filter.text = ""
            fixture.picker.orderBox.chosen = PictureOrder.allCases.firstIndex(of: .size)
            XCTAssertEqual(fixture.picker.memory.order, .size)
            XCTAssertTrue(work(until: { fixture.names.first == "b10.jpg" && fixture.names.last == "broken.png" }))
            fixture.close()
        }
    }

    func testKeys() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertTrue(fixture.window.activate())
            fixture.picker.grabFocus()
            fixture.window.press(GDK_KEY_Right)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "a.png")
            fixture.window.type("b1")
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b10.jpg")
            // Three are side by side.
            fixture.window.press(GDK_KEY_Right)
            fixture.window.press(GDK_KEY_Up)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "a.png")
            var activations = 0
            fixture.picker.onActivate = { activations += 1 }
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(activations, 1)
            XCTAssertTrue(fixture.picker.chooseNext())
            XCTAssertEqual(fixture.picker.selectedItem?.name, "b2.png")
            fixture.close()
        }
    }

    func testADoubleClickActivates() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            var activations = 0
            fixture.picker.onActivate = { activations += 1 }
            fixture.picker.itemView.canvas.doubleClick(x: 30, y: 30)
            XCTAssertEqual(activations, 1)
            XCTAssertEqual(fixture.picker.selectedItem?.name, "a.png")
            fixture.close()
        }
    }

    func testTheNextPickerBeginsWhereThisOneEnds() throws {
        try onMain {
            let first = try PickerFixture(listed: ())
            first.picker.chooseAlbum(1)
            XCTAssertTrue(work(until: { first.names == ["c.png"] }))
            first.choose("c.png")
            let memory = first.picker.memory
            let source = first.picker.source
            first.close()
            let decoder = PictureDecoder(thumbnails: nil, lines: 1)
            var kept = memory
            kept.order = .size
            let picker = PicturePicker(source: source, decoder: decoder, title: "Pictures", memory: kept)
            XCTAssertEqual(picker.orderBox.chosen, PictureOrder.allCases.firstIndex(of: .size))
            let window = testWindow(picker.widget, width: 900, height: 400)
            XCTAssertTrue(work(until: { picker.items.map(\.name) == ["c.png"] }))
            XCTAssertEqual(picker.albumView.chosen, 1)
            XCTAssertFalse(picker.isSelected)
            window.destroy()
        }
    }

    func testTheFirstPictureIsChosenWhereThatIsWanted() throws {
        try onMain {
            let first = try PickerFixture(listed: ())
            let decoder = PictureDecoder(thumbnails: nil, lines: 1)
            let picker = PicturePicker(
                source: first.picker.source, decoder: decoder, title: "Record 1", choosesFirst: true)
            let window = testWindow(picker.widget, width: 900, height: 400)
            XCTAssertTrue(work(until: { picker.selectedItem?.name == "a.png" }))
            XCTAssertEqual(picker.itemView.chosen, 0)
            XCTAssertEqual(picker.titleLabel.text, "Record 1 · pictures")
            window.destroy()
            first.close()
        }
    }

    func testNamesHaveTwoLines() {
        onMain {
            XCTAssertEqual(
                ItemTile.height(TileSize(leastWidth: 100), lineHeight: 20), 84 + 2 * 20 + 18)
        }
    }

    func testANameIsBrokenBeforeItsEnding() {
        onMain {
            XCTAssertEqual(ItemTile.breakable("a.b.jpg"), "a.b\u{200B}.jpg")
            for name in ["", "jpg", ".jpg"] { XCTAssertEqual(ItemTile.breakable(name), name) }
        }
    }

    func testTilesAreLargerWhereThereIsMuchRoom() throws {
        try onMain {
            XCTAssertEqual(ItemSize.usual.tile(in: 699).leastWidth, 100)
            XCTAssertEqual(ItemSize.usual.tile(in: 700).leastWidth, 160)
            let fixture = try PickerFixture(width: 1_900, height: 700)
            let items = fixture.picker.itemView
            XCTAssertTrue(work(until: { items.layout.viewWidth > 1 }))
            let size = ItemSize.usual.tile(in: items.layout.viewWidth)
            XCTAssertEqual(items.layout.leastWidth, size.leastWidth)
            XCTAssertGreaterThan(items.layout.tileHeight, size.pictureHeight)
            fixture.close()
        }
    }

    func testTheMessageIsAtTheFootOfThePreview() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            let shown = try PickerLayout(width: 900, height: 400).preview
            let message = fixture.frame(of: fixture.picker.messageLine.widget)
            XCTAssertEqual(message, Rectangle(x: shown.x + 12, y: shown.maxY - 30, width: shown.width - 24, height: 30))
            XCTAssertEqual(fixture.frame(of: fixture.picker.preview.canvas).maxY, message.y)
            fixture.close()
        }
    }

    func testTabGoesFromBlockToBlock() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertTrue(fixture.window.activate())
            let picker = fixture.picker
            picker.albumView.canvas.grabFocus()
            for canvas in [picker.itemView.canvas, picker.preview.canvas] {
                fixture.window.press(GDK_KEY_Tab)
                XCTAssertTrue(canvas.hasFocus)
            }
            fixture.close()
        }
    }

    func testItGoesOnWithTheNextPicture() throws {
        try onMain {
            let first = try PickerFixture(listed: ())
            first.choose("b2.png")
            let decoder = PictureDecoder(thumbnails: nil, lines: 1)
            let picker = PicturePicker(
                source: first.picker.source, decoder: decoder, title: "Pictures", memory: first.picker.memory,
                choosesNext: true)
            let window = testWindow(picker.widget, width: 900, height: 400)
            XCTAssertTrue(work(until: { picker.selectedItem?.name == "b10.jpg" }))
            window.destroy()
            first.close()
        }
    }

    func testZoom() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.choose("b10.jpg")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("800 × 400") }))
            fixture.picker.preview.toggleZoom()
            XCTAssertEqual(fixture.picker.preview.place.rectangle.width, 800)
            XCTAssertTrue(
                work(until: {
                    if case .image(let image) = fixture.picker.preview.content { image.width == 800 } else { false }
                }))
            fixture.picker.preview.toggleZoom()
            XCTAssertEqual(fixture.picker.preview.place.rectangle.width, fixture.picker.preview.canvas.width)
            fixture.close()
        }
    }

    func testKeysAndPointerLookCloser() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            XCTAssertTrue(fixture.window.activate())
            fixture.choose("b10.jpg")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("800 × 400") }))
            let preview = fixture.picker.preview
            preview.canvas.grabFocus()
            fixture.window.press(GDK_KEY_1)
            XCTAssertEqual(preview.place.rectangle.width, 800)
            let start = preview.place.rectangle.x
            fixture.window.press(GDK_KEY_Right)
            XCTAssertEqual(preview.place.rectangle.x, start - 40)
            fixture.window.press(GDK_KEY_Left)
            XCTAssertEqual(preview.place.rectangle.x, start)
            fixture.window.press(GDK_KEY_plus)
            XCTAssertEqual(preview.place.rectangle.width, 1_000)
            fixture.window.press(GDK_KEY_minus)
            XCTAssertEqual(preview.place.rectangle.width, 800)
            preview.canvas.point(.press, x: 100, y: 100)
            preview.canvas.point(.drag, x: 80, y: 100)
            preview.canvas.point(.release, x: 80, y: 100)
            XCTAssertEqual(preview.place.rectangle.x, start - 20)
            preview.canvas.point(.drag, x: 10, y: 100)
            XCTAssertEqual(preview.place.rectangle.x, start - 20)
            fixture.window.press(GDK_KEY_0)
            XCTAssertEqual(preview.place.rectangle.width, preview.canvas.width)
            preview.canvas.doubleClick(x: 100, y: 100)
            XCTAssertEqual(preview.place.rectangle.width, 800)
            fixture.close()
        }
    }

    func testAPictureIsTurnedAsTheCameraWasHeld() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            let turned = SamplePicture.bytes(400, 200, format: "jpeg", orientation: 6)
            try fixture.put(turned, "turned.jpg")
            XCTAssertTrue(work(until: { fixture.names.contains("turned.jpg") }))
            fixture.choose("turned.jpg")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("200 × 400") }))
            XCTAssertEqual(try picture(of: fixture, nil), PixelSize(width: 200, height: 400))
            guard case .image(let image) = fixture.picker.preview.content else { return XCTFail("no picture") }
            XCTAssertLessThan(image.width, image.height)
            fixture.close()
        }
    }

    func testThePreviewFollowsItsFile() throws {
        try onMain {
            let fixture = try PickerFixture(listed: ())
            fixture.choose("b2.png")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("400 × 200, ") }))
            try fixture.put(SamplePicture.bytes(90, 60), "b2.png")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("90 × 60, ") }))
            try fixture.put(Array("no picture".utf8), "b2.png")
            XCTAssertTrue(work(until: { !fixture.picker.isSelected }))
            try fixture.put(SamplePicture.bytes(70, 60), "b2.png")
            XCTAssertTrue(work(until: { fixture.message.hasPrefix("70 × 60, ") }))
            XCTAssertTrue(fixture.picker.isSelected)
            fixture.close()
        }
    }

    func testNothingIsLeft() throws {
        try onMain {
            workOff()
            let before = ClosureBoxes.live
            weak var left: PicturePicker?
            do {
                let fixture = try PickerFixture(listed: ())
                left = fixture.picker
                fixture.choose("b10.jpg")
                work(until: { fixture.message.hasPrefix("800 × 400") })
                fixture.close()
            }
            XCTAssertTrue(work(until: { left == nil && ClosureBoxes.live == before }))
        }
    }
}

/// The size of the picture that the picker gives.
@MainActor
private func picture(of fixture: PickerFixture, _ size: RequestedSize?) throws -> PixelSize? {
    var result: Result<DecodedPicture?, DecodeFailure>?
    Task { [picker = fixture.picker] in
        do throws(DecodeFailure) {
            if let size {
                result = .success(try await picker.picture(size))
            } else {
                result = .success(try await picker.picture())
            }
        } catch {
            result = .failure(error)
        }
    }
    work(until: { result != nil })
    return try result?.get()?.pixels.size
}
