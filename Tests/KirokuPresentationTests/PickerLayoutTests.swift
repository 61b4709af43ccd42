import Geometry
import Testing

@testable import KirokuPresentation

@Suite("Where the blocks of the picker are")
struct PickerLayoutTests {
    @Test("Edge to edge below a bar of 46 pixels, with gaps of 7", arguments: [(700, 350), (900, 400), (1_399, 1_003)])
    func blocks(width: Int, height: Int) throws {
        let layout = try PickerLayout(width: width, height: height)
        #expect(layout.bar == Rectangle(x: 12, y: 0, width: width - 24, height: 46))
        #expect(layout.albums == Rectangle(x: 0, y: 46, width: 200, height: height - 46))
        #expect(layout.items == Rectangle(x: 207, y: 46, width: 316, height: height - 46))
        #expect(layout.preview == Rectangle(x: 530, y: 46, width: width - 530, height: height - 46))
    }

    @Test(
        "A wide picker has most of its room for the pictures, and at most 640 for the preview",
        arguments: [(1_400, 474), (1_920, 640), (3_840, 640)])
    func wide(width: Int, preview: Int) throws {
        let layout = try PickerLayout(width: width, height: 1_003)
        #expect(layout.preview.width == Double(preview))
        #expect(layout.items.width == Double(width - 200 - preview - 14))
    }

    @Test("In a narrow one, each block has the whole width, for one is shown at a time", arguments: [360, 699])
    func narrow(width: Int) throws {
        for leftwards in [false, true] {
            let layout = try PickerLayout(width: width, height: 350, readsLeftwards: leftwards)
            #expect(layout.showsOneBlock)
            for block in [layout.albums, layout.items, layout.preview] {
                #expect(block == Rectangle(x: 0, y: 46, width: width, height: 304))
            }
        }
        #expect(try !PickerLayout(width: 700, height: 350).showsOneBlock)
    }

    @Test("The bar grows with its text, and leaves the blocks half of the least height")
    func largeText() throws {
        #expect(try PickerLayout(width: 900, height: 400, barHeight: 60).albums.y == 60)
        #expect(try PickerLayout(width: 900, height: 400, barHeight: 10).albums.y == 46)
        #expect(try PickerLayout(width: 900, height: 400, barHeight: .max).albums.y == 175)
    }

    @Test("From right to left, all is mirrored", arguments: [(700, 350), (1_399, 1_003)])
    func leftwards(width: Int, height: Int) throws {
        let layout = try PickerLayout(width: width, height: height, readsLeftwards: true)
        #expect(layout.bar == Rectangle(x: 12, y: 0, width: width - 24, height: 46))
        #expect(layout.albums == Rectangle(x: width - 200, y: 46, width: 200, height: height - 46))
        #expect(layout.items == Rectangle(x: width - 523, y: 46, width: 316, height: height - 46))
        #expect(layout.preview == Rectangle(x: 0, y: 46, width: width - 530, height: height - 46))
    }

    @Test("Smaller than 360×350 is an error", arguments: [(359, 350), (360, 349), (-1, -1), (Int.min, Int.max)])
    func tooSmall(width: Int, height: Int) {
        #expect(throws: PickerSizeError(width: width, height: height)) {
            try PickerLayout(width: width, height: height)
        }
        #expect(
            PickerSizeError(width: width, height: height).message
                == "Pictures need a larger window: at least 360 × 350.")
    }

    @Test("A size beyond any screen does not overflow")
    func huge() throws {
        let layout = try PickerLayout(width: .max, height: .max)
        #expect(layout.items.width > 1_000_000)
    }

    @Test("Albums and items have the widths that they are given")
    func widths() throws(PickerSizeError) {
        let layout = try PickerLayout(width: 1_024, height: 700, widths: PickerWidths(albums: 240, items: 420))
        #expect(layout.albums == Rectangle(x: 0, y: 46, width: 240, height: 654))
        #expect(layout.items == Rectangle(x: 247, y: 46, width: 420, height: 654))
        #expect(layout.preview == Rectangle(x: 674, y: 46, width: 350, height: 654))
    }

    @Test("However they are dragged, each block keeps 100 pixels", arguments: [-10, 0, 90, 5_000, Int.max])
    func least(width: Int) throws(PickerSizeError) {
        for widths in [
            PickerWidths(albums: width, items: 220), PickerWidths(albums: 180, items: width),
            PickerWidths(albums: width, items: width),
        ] {
            let layout = try PickerLayout(width: 700, height: 350, widths: widths)
            for block in [layout.albums, layout.items, layout.preview] { #expect(block.width >= 100) }
            #expect(layout.preview.maxX == 700)
        }
    }
}
