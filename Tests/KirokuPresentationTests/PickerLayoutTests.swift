import Geometry
import Testing

@testable import KirokuPresentation

@Suite("Where the blocks of the picker are")
struct PickerLayoutTests {
    @Test("Margins, gaps and sizes", arguments: [(600, 350), (900, 400), (1_921, 1_003)])
    func blocks(width: Int, height: Int) throws {
        let layout = try PickerLayout(width: width, height: height)
        #expect(layout.title == Rectangle(x: 5, y: 5, width: 410, height: 30))
        #expect(layout.message == Rectangle(x: 425, y: 5, width: width - 430, height: 30))
        #expect(layout.albums == Rectangle(x: 5, y: 35, width: 180, height: height - 40))
        #expect(layout.items == Rectangle(x: 195, y: 35, width: 220, height: height - 40))
        #expect(layout.preview == Rectangle(x: 425, y: 35, width: width - 430, height: height - 40))
        #expect(layout.preview.maxX == Double(width - 5) && layout.preview.maxY == Double(height - 5))
    }

    @Test("From right to left, all is mirrored", arguments: [(600, 350), (1_921, 1_003)])
    func leftwards(width: Int, height: Int) throws {
        let layout = try PickerLayout(width: width, height: height, readsLeftwards: true)
        #expect(layout.title == Rectangle(x: width - 415, y: 5, width: 410, height: 30))
        #expect(layout.message == Rectangle(x: 5, y: 5, width: width - 430, height: 30))
        #expect(layout.albums == Rectangle(x: width - 185, y: 35, width: 180, height: height - 40))
        #expect(layout.items == Rectangle(x: width - 415, y: 35, width: 220, height: height - 40))
        #expect(layout.preview == Rectangle(x: 5, y: 35, width: width - 430, height: height - 40))
    }

    @Test("Smaller than 600×350 is an error", arguments: [(599, 350), (600, 349), (-1, -1), (Int.min, Int.max)])
    func tooSmall(width: Int, height: Int) {
        #expect(throws: PickerSizeError(width: width, height: height)) {
            try PickerLayout(width: width, height: height)
        }
        #expect(
            PickerSizeError(width: width, height: height).message
                == "Pictures need a larger window: at least 600 × 350.")
    }

    @Test("A size beyond any screen does not overflow")
    func huge() throws {
        let layout = try PickerLayout(width: .max, height: .max)
        #expect(layout.preview.width > 1_000_000)
    }

    @Test("Albums and items have the widths that they are given")
    func widths() throws(PickerSizeError) {
        let layout = try PickerLayout(width: 1_024, height: 700, widths: PickerWidths(albums: 240, items: 420))
        #expect(layout.albums == Rectangle(x: 5, y: 35, width: 240, height: 660))
        #expect(layout.items == Rectangle(x: 255, y: 35, width: 420, height: 660))
        #expect(layout.preview == Rectangle(x: 685, y: 35, width: 334, height: 660))
    }

    @Test("However they are dragged, each block keeps 100 pixels", arguments: [-10, 0, 90, 5_000, Int.max])
    func least(width: Int) throws(PickerSizeError) {
        for widths in [
            PickerWidths(albums: width), PickerWidths(items: width), PickerWidths(albums: width, items: width),
        ] {
            let layout = try PickerLayout(width: 600, height: 350, widths: widths)
            for block in [layout.albums, layout.items, layout.preview] { #expect(block.width >= 100) }
            #expect(layout.preview.maxX == 595)
        }
    }
}
