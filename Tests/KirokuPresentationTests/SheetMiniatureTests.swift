import Geometry
import Testing

@testable import KirokuPresentation

@Suite("A sheet in a small drawing")
struct SheetMiniatureTests {
    private let figure = (width: 22.0, height: 14.0)
    private let sizes = [(800, 600), (1_014, 690), (1_366, 740), (1_910, 1_070), (3_840, 2_160)]

    private func miniature(_ frames: SheetFrames, _ size: (Int, Int)) -> SheetMiniature {
        SheetMiniature(of: frames, width: size.0, height: size.1, in: (440, 302), figure: figure)
    }

    @Test("No figure lies on a button or the message, whatever the steps and the window")
    func figures() {
        for size in sizes {
            let edges = SheetColumn(in: size.0, .form, needed: 0).frames(height: size.1, captions: [0, 0])
            let steps = SheetButtonSize.allCases.flatMap { button in
                SheetXPosition.allCases.flatMap { x in
                    SheetYPosition.allCases.map { y in
                        SheetLayout(size: button, x: x, y: y).frames(width: size.0, height: size.1)
                    }
                }
            }
            for frames in [edges] + steps {
                let sheet = miniature(frames, size)
                for part in [sheet.cancel, sheet.ok, sheet.message] {
                    #expect(!overlap(sheet.gapFigure, part), "\(size) \(frames)")
                }
                for part in [sheet.cancel, sheet.ok] where overlap(sheet.marginFigure, part) {
                    #expect(sheet.marginLine.height < figure.height, "\(size) \(frames)")
                }
            }
        }
    }

    @Test("A large window is drawn no smaller than one of 1024 × 700: the middle of its foot is shown")
    func large() {
        let frames = SheetColumn(in: 1_910, .form, needed: 0).frames(height: 1_070, captions: [0, 0])
        let sheet = miniature(frames, (1_910, 1_070))
        #expect(sheet.isCut)
        #expect(sheet.ok.width == (140.0 * 300 / 700).rounded())
        #expect(abs(sheet.window.x + sheet.window.width / 2 - 220) <= 1)
        #expect(sheet.window.maxY - sheet.ok.maxY == (24.0 * 300 / 700).rounded())
        #expect(!miniature(frames, (1_014, 690)).isCut)
    }

    private func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool {
        min(one.maxX, other.maxX) > max(one.x, other.x) && min(one.maxY, other.maxY) > max(one.y, other.y)
    }
}
