import Geometry
import KirokuPresentation
import Testing

@Suite("The column of a sheet")
struct SheetColumnTests {
    @Test(
        "It is centred, and 630 or 960 wide where there is room",
        arguments: [(1_024, 630, 960), (1_920, 630, 960), (1_008, 630, 960), (800, 630, 752), (600, 552, 552)])
    func centred(sheet: Int, form: Int, wide: Int) {
        for (kind, width) in [(SheetColumn.Width.form, form), (.wide, wide)] {
            let column = SheetColumn(in: sheet, kind, needed: 0)
            #expect(column.width == width)
            #expect(column.start == (sheet - width) / 2)
        }
    }

    @Test("It is wider only if its content cannot be narrower, and never wider than the sheet allows")
    func needsMore() {
        #expect(SheetColumn(in: 1_024, .form, needed: 700).width == 700)
        #expect(SheetColumn(in: 1_024, .form, needed: 700).start == 162)
        #expect(SheetColumn(in: 1_024, .form, needed: .max).width == 976)
        #expect(SheetColumn(in: 1_024, .form, needed: 200).width == 630)
    }

    @Test("Any size at all gives a column", arguments: [Int.min / 2, -5, 0, 10, 47, 360])
    func oddSizes(sheet: Int) {
        let column = SheetColumn(in: sheet, .wide, needed: 900)
        #expect(column.start >= 0 && column.width >= 0)
        #expect(sheet < 48 || column.start == 24 && column.width == sheet - 48)
        for count in 2...3 {
            let frames = column.frames(height: sheet, captions: Array(repeating: 300, count: count))
            #expect(frames.buttons.count == count)
        }
    }
}

@Suite("Buttons at the edges of the column")
struct SheetEdgesTests {
    @Test("The first begins where the column begins, and the last ends where it ends, 24 above the lower edge")
    func edges() {
        for width in [360, 600, 800, 1_024, 1_920] {
            for kind in SheetColumn.Width.allCases {
                let column = SheetColumn(in: width, kind, needed: 0)
                let frames = column.frames(height: 700, captions: [60, 40])
                #expect(Int(frames.cancel.x) == column.start)
                #expect(Int(frames.ok.maxX) == column.start + column.width)
                #expect(frames.buttons.allSatisfy { $0.maxY == 676 && $0.height == 45 })
                #expect(frames.fontSize == 15)
            }
        }
    }

    /// The usual steps and the edges of a form agree across.
    @Test("In a form they are where the steps 2S and 3L put them", arguments: [700, 1_024, 1_920])
    func agrees(width: Int) {
        let steps = SheetLayout(size: .s2, x: .l3, y: .l3).frames(width: width, height: 700)
        let frames = SheetColumn(in: width, .form, needed: 0).frames(height: 700, captions: [0, 0])
        #expect(frames.cancel.x == steps.cancel.x)
        #expect(frames.ok.maxX == steps.ok.maxX)
    }

    @Test("A button grows with its caption; the third is in the middle of what is free")
    func captions() {
        let frames = SheetColumn(in: 1_024, .form, needed: 0).frames(height: 700, captions: [60, 140, 230])
        #expect(frames.buttons.map(\.width) == [140, 140, 230])
        #expect(frames.buttons.map(\.x) == [197, 397, 597])
    }

    @Test("Captions that are too long share the width, and nothing overlaps", arguments: [360, 500, 678, 1_024])
    func tooLong(width: Int) {
        let column = SheetColumn(in: width, .form, needed: 0)
        for captions in [[900, 900], [60, 300, 900], [900, 900, 900], [140, 140, 140]] {
            let buttons = column.frames(height: 300, captions: captions).buttons
            for (one, next) in zip(buttons, buttons.dropFirst()) { #expect(next.x - one.maxX >= 12) }
            #expect(Int(buttons.last?.maxX ?? 0) == column.start + column.width)
        }
    }

    @Test("A message is above the buttons, as wide as the column, and the content ends above it")
    func message() {
        let column = SheetColumn(in: 1_024, .form, needed: 0)
        let button = column.frames(height: 700, captions: [0, 0]).cancel
        #expect(SheetColumn.contentHeight(above: button, message: nil) == 700 - 24 - 45 - 24)
        let message = column.message(above: button, height: 36)
        #expect(message == Rectangle(x: 197, y: 583, width: 630, height: 36))
        #expect(SheetColumn.contentHeight(above: button, message: message) == 571)
    }
}
