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
                == "Pictures need a window with more room: 600 × 350 at least.")
    }

    @Test("A size beyond any screen does not overflow")
    func huge() throws {
        let layout = try PickerLayout(width: .max, height: .max)
        #expect(layout.preview.width > 1_000_000)
    }
}
