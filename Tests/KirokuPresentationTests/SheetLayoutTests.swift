import Geometry
import Testing

@testable import KirokuPresentation

/// All combinations of the three steps.
private let layouts = SheetButtonSize.allCases.flatMap { size in
    SheetXPosition.allCases.flatMap { x in
        SheetYPosition.allCases.map { SheetLayout(size: size, x: x, y: $0) }
    }
}

@Suite("Sheet steps")
struct SheetStepTests {
    @Test("Each has seven steps from 0 to 6 with the same names")
    func steps() {
        let names = ["3S", "2S", "S", "M", "L", "2L", "3L"]
        #expect(SheetButtonSize.allCases.map(\.name) == names)
        #expect(SheetXPosition.allCases.map(\.name) == names)
        #expect(SheetYPosition.allCases.map(\.name) == names)
        #expect(SheetButtonSize.allCases.map(\.rawValue) == Array(0...6))
        #expect(SheetXPosition.allCases.map(\.rawValue) == Array(0...6))
        #expect(SheetYPosition.allCases.map(\.rawValue) == Array(0...6))
        #expect(SheetButtonSize.s3 < .s2 && SheetXPosition.m < .l && SheetYPosition.l2 < .l3)
        #expect(SheetButtonSize(rawValue: 7) == nil)
    }

    @Test("The figures are those of the description")
    func figures() {
        #expect(SheetButtonSize.allCases.map(\.width) == [120, 140, 160, 200, 240, 280, 320])
        #expect(SheetButtonSize.allCases.map(\.height) == [40, 45, 50, 55, 60, 70, 80])
        #expect(SheetButtonSize.allCases.map(\.fontSize) == [16, 18, 20, 24, 28, 32, 36])
        #expect(SheetXPosition.allCases.map(\.gap) == [50, 100, 150, 200, 250, 300, 350])
        #expect(SheetYPosition.allCases.map(\.margin) == [350, 300, 250, 200, 150, 100, 50])
    }

    @Test("Size M, X 2L and Y 2L are what it begins with")
    func defaults() {
        #expect(SheetLayout() == SheetLayout(size: .m, x: .l2, y: .l2))
    }
}

@Suite("Sheet layout")
struct SheetLayoutTests {
    @Test("At 1024×768 all 343 combinations are where the formulas say")
    func formulas() {
        let widths = [120.0, 140, 160, 200, 240, 280, 320]
        let heights = [40.0, 45, 50, 55, 60, 70, 80]
        var count = 0
        for size in 0..<7 {
            for x in 0..<7 {
                for y in 0..<7 {
                    let (w, h) = (widths[size], heights[size])
                    let (g, m) = (Double(x + 1) * 50, Double(7 - y) * 50)
                    let top = 768 - m - h
                    guard let layout = layout(size, x, y) else { continue }
                    let frames = layout.frames(width: 1_024, height: 768)
                    #expect(numbers(frames.cancel) == [(1_024 - g) / 2 - w, top, w, h])
                    #expect(numbers(frames.ok) == [(1_024 + g) / 2, top, w, h])
                    #expect(numbers(frames.message) == [112, top + h + 10, 800, 30])
                    #expect(frames.buttonSize?.rawValue == size)
                    count += 1
                }
            }
        }
        #expect(count == 343)
    }

    @Test("The picture picker's sheet")
    func picturePicker() {
        let frames = SheetLayout(size: .s, x: .l3, y: .m).frames(width: 1_024, height: 768)
        #expect(frames.cancel == Rectangle(x: 177, y: 518, width: 160, height: 50))
        #expect(frames.ok == Rectangle(x: 687, y: 518, width: 160, height: 50))
        #expect(frames.message == Rectangle(x: 112, y: 578, width: 800, height: 30))
    }

    @Test("From 360×300 to 1920×1080 all is inside, nothing overlaps, and no more is fitted than needed")
    func manySizes() {
        for width in Array(stride(from: 360, through: 1_920, by: 260)) + [361, 423, 691, 991, 1_919] {
            for height in Array(stride(from: 300, through: 1_080, by: 260)) + [301, 389, 430, 431] {
                for layout in layouts { check(layout, width, height) }
            }
        }
    }

    @Test("The same at every width and every height")
    func everySize() {
        for width in 360...1_920 {
            for layout in layouts where layout.y == .l2 && layout.x.rawValue.isMultiple(of: 2) {
                check(layout, width, 768)
            }
        }
        for height in 300...1_080 {
            for layout in layouts where layout.x == .l2 && layout.size.rawValue.isMultiple(of: 2) {
                check(layout, 1_024, height)
            }
        }
    }

    @Test("Across, the gap shrinks to 50 before the size steps down")
    func shrinkingAcross() {
        let layout = SheetLayout(size: .l, x: .m, y: .l2)
        let seen = [680, 679, 600, 530, 529, 450, 449, 370, 369, 330, 329].map { width in
            let frames = layout.frames(width: width, height: 600)
            return "\(width) \(frames.buttonSize?.name ?? "?") \(frames.gap)"
        }
        #expect(
            seen == [
                "680 L 200", "679 L 199", "600 L 120", "530 L 50", "529 M 50", "450 M 50", "449 S 50", "370 S 50",
                "369 2S 50", "330 2S 50", "329 3S 50",
            ])
    }

    @Test("Upright, the margin shrinks to 50")
    func shrinkingUpright() {
        let layout = SheetLayout(size: .l3, x: .s3, y: .s3)
        let tops = [1_080, 430, 429, 300, 130].map { layout.frames(width: 800, height: $0) }
        #expect(tops.map(\.cancel.y) == [650, 0, 0, 0, 0])
        #expect(tops.map(\.message.y) == [740, 90, 90, 90, 90])
    }

    @Test("A third button is in the middle, and the others stay where they are if it fits between them")
    func third() {
        for layout in layouts {
            let two = layout.frames(width: 1_024, height: 768)
            let three = layout.frames(width: 1_024, height: 768, buttons: 3)
            #expect(three.buttons.count == 3)
            if layout.x.gap >= layout.size.width + 24 { #expect(three.cancel == two.cancel && three.ok == two.ok) }
            for (one, next) in zip(three.buttons, three.buttons.dropFirst()) { #expect(next.x - one.maxX >= 12) }
            #expect(three.cancel.x >= 0 && three.ok.maxX <= 1_024)
        }
    }

    @Test("Any size at all gives frames", arguments: [-5, 0, 1, 100, Int.min, Int.max])
    func oddSizes(size: Int) {
        for layout in layouts {
            let frames = layout.frames(width: size, height: size)
            #expect(frames.message.width >= 0)
            #expect(frames.ok.x - frames.cancel.maxX >= 50)
        }
    }

    private func check(_ layout: SheetLayout, _ width: Int, _ height: Int) {
        let frames = layout.frames(width: width, height: height)
        guard let fault = fault(frames, layout, width, height) else { return }
        Issue.record("\(layout) at \(width)×\(height): \(fault); \(frames)")
    }

    /// What is wrong with frames, if anything.
    private func fault(_ frames: SheetFrames, _ layout: SheetLayout, _ width: Int, _ height: Int) -> String? {
        let (cancel, ok, line) = (frames.cancel, frames.ok, frames.message)
        let gap = Int(ok.x - cancel.maxX)
        let margin = height - Int(cancel.maxY)
        guard let size = frames.buttonSize else { return "without a step" }
        let left = Int(cancel.x)
        let right = width - Int(ok.maxX)
        for frame in [cancel, ok, line]
        where frame.x < 0 || frame.y < 0 || Int(frame.maxX) > width || Int(frame.maxY) > height { return "outside" }
        if gap < 50 || line.y != cancel.maxY + 10 || cancel.y != ok.y { return "apart wrongly" }
        if Int(line.maxY) + 10 > height { return "too low" }
        if Int(line.width) != min(800, width - 20) || line.height != 30 { return "the line's size" }
        if Int(cancel.width) != size.width || Int(ok.height) != size.height { return "the buttons' size" }
        if !(0...1).contains(right - left) || abs(line.x - (Double(width) - line.maxX)) > 1 { return "off centre" }
        if gap > layout.x.gap || margin > layout.y.margin || size > layout.size { return "more than was chosen" }
        if size == layout.size && gap < layout.x.gap && left + right > 0 { return "the gap is too small" }
        if size < layout.size && gap != 50 { return "the size went before the gap" }
        if let next = SheetButtonSize(rawValue: size.rawValue + 1), next <= layout.size, 2 * next.width + 50 <= width {
            return "the size is too small"
        }
        if margin < layout.y.margin && cancel.y > 0 { return "the margin is too small" }
        return nil
    }

    private func layout(_ size: Int, _ x: Int, _ y: Int) -> SheetLayout? {
        guard let size = SheetButtonSize(rawValue: size), let x = SheetXPosition(rawValue: x),
            let y = SheetYPosition(rawValue: y)
        else { return nil }
        return SheetLayout(size: size, x: x, y: y)
    }

    private func numbers(_ frame: Rectangle) -> [Double] {
        [frame.x, frame.y, frame.width, frame.height]
    }
}

@Suite("Slide time and messages")
struct SlideTimeTests {
    @Test("From 0.1 to 5 seconds", arguments: [0.1, 0.5, 1, 4.99, 5])
    func good(seconds: Double) throws {
        #expect(try SlideTime(seconds: seconds).seconds == seconds)
    }

    @Test("Others are refused, and the time there was stays", arguments: [0, 0.099, 5.01, -1, .nan, .infinity])
    func bad(seconds: Double) {
        var time = SlideTime.usual
        #expect(throws: SlideTimeError.self) { time = try SlideTime(seconds: seconds) }
        #expect(time.seconds == 0.5)
    }

    @Test("The error is told in a sentence")
    func message() {
        #expect(
            SlideTimeError(seconds: 9).message
                == "Choose a time from 0.1 to 5 seconds.")
    }
}
