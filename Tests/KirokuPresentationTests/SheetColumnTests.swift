import KirokuPresentation
import Testing

@Suite("Where the content of a sheet is across")
struct SheetColumnTests {
    private let layout = SheetLayout(size: .s2, x: .l3, y: .l3)

    private func column(_ layout: SheetLayout, width: Int, needed: Int) -> SheetColumn {
        SheetColumn(over: layout.frames(width: width, height: 700), width: width, needed: needed)
    }

    @Test("It goes from the edge of the first button to that of the second", arguments: [700, 1_024, 1_920])
    func agreesWithTheButtons(width: Int) {
        let frames = layout.frames(width: width, height: 700)
        let column = column(layout, width: width, needed: 200)
        #expect(column.start == Int(frames.cancel.x))
        #expect(abs(column.start + column.width - Int(frames.ok.maxX)) <= 1)
    }

    @Test("What needs more begins at the same place, and ends before the sheet does")
    func growsToOneSide() {
        #expect(column(layout, width: 1_024, needed: 700).start == 197)
        #expect(column(layout, width: 1_024, needed: 700).width == 700)
        #expect(column(layout, width: 1_024, needed: .max).width == 1_024 - 197 - 28)
    }

    @Test("It is no narrower where the buttons are close together")
    func closeButtons() {
        let column = column(SheetLayout(size: .s3, x: .s3, y: .l3), width: 1_024, needed: 0)
        #expect(column.start == 212)
        #expect(column.width == 600)
    }

    @Test("In the smallest window it keeps away from the edges", arguments: [0, 10, 360, 600])
    func smallest(width: Int) {
        let column = column(layout, width: width, needed: 900)
        #expect(column.start >= 0 && column.width >= 0)
        #expect(width < 360 || column.start == 12 && column.width == width - 40)
    }
}
