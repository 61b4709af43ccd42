import Testing

@testable import KirokuPresentation

@Suite("The picker in its sheet")
struct PickerSheetLayoutTests {
    @Test("At 1024×768 it is 900×400 large, at 50, 100")
    func usual() {
        let layout = PickerSheetLayout(width: 1_024, height: 768)
        #expect((layout.start, layout.top, layout.buttons) == (50, 100, .m))
        #expect(1_024 - layout.start - layout.end == 900)
        #expect(768 - 200 - 50 - 10 - layout.top - layout.bottom == 400)
    }

    @Test("A larger sheet stretches it")
    func larger() {
        let layout = PickerSheetLayout(width: 1_920, height: 1_080)
        #expect((layout.start, layout.end, layout.top, layout.buttons) == (50, 74, 100, .m))
    }

    @Test(
        "In a smaller one it stays as large as it must be",
        arguments: [(960, 640), (800, 600), (724, 560), (640, 480), (600, 478)])
    func smaller(width: Int, height: Int) {
        let layout = PickerSheetLayout(width: width, height: height)
        let room = height - layout.buttons.margin - 50 - 10
        #expect(room - layout.top - layout.bottom >= 350)
        #expect(width - layout.start - layout.end >= 600)
        #expect(layout.top >= 10)
    }

    @Test("What is above goes first, then the buttons go down")
    func order() {
        #expect(PickerSheetLayout(width: 960, height: 668).buttons == .m)
        #expect(PickerSheetLayout(width: 960, height: 700).top == 32)
        #expect(PickerSheetLayout(width: 960, height: 628).buttons == .m)
        #expect(PickerSheetLayout(width: 960, height: 627).buttons == .l)
    }

    @Test("No size overflows", arguments: [0, -1, Int.min, Int.max])
    func anySize(side: Int) {
        let layout = PickerSheetLayout(width: side, height: side)
        #expect(layout.start >= 0 && layout.end >= 0 && layout.top >= 10)
    }
}
