import Geometry
import GtkKit
import KirokuPresentation

/// The places of the sheet's parts, in all steps of its layout.
final class SheetLayoutExperiment: Experiment {
    static let title = "Sheet layout"

    private let page: Page
    private let canvas = Canvas(name: "Sheet layout")
    private var layout = SheetLayout()
    private var window = (width: 1_024, height: 768)

    init(on page: Page) {
        self.page = page
        canvas.setLeastSize(width: 256, height: 150)
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        page.show(canvas)
        show(SheetLayout())
    }

    private func show(_ layout: SheetLayout, width: Int = 1_024, height: Int = 768) {
        self.layout = layout
        window = (width, height)
        canvas.redraw()
        let frames = layout.frames(width: width, height: height)
        page.write(
            "\(width)×\(height), size \(layout.size.name), X \(layout.x.name), Y \(layout.y.name): "
                + "Cancel at \(Int(frames.cancel.x)), \(Int(frames.cancel.y)), OK at \(Int(frames.ok.x)), \(Int(frames.ok.y)), "
                + "\(Int(frames.ok.width))×\(Int(frames.ok.height))")
    }

    private func draw(with painter: Painter) {
        let scale = min(canvas.width / Double(window.width), canvas.height / Double(window.height))
        let theme = Theme(of: canvas)
        let color = theme.color(.normal)
        func shown(_ frame: Rectangle) -> Rectangle {
            Rectangle(
                x: frame.x * scale, y: frame.y * scale, width: frame.width * scale, height: frame.height * scale)
        }
        let frames = layout.frames(width: window.width, height: window.height)
        painter.stroke(shown(Rectangle(x: 0, y: 0, width: window.width, height: window.height)), color)
        painter.stroke(shown(frames.message), theme.color(.caution))
        for (frame, text) in [(frames.cancel, "Cancel"), (frames.ok, "OK")] {
            painter.stroke(shown(frame), color, width: 2)
            painter.text(text, in: shown(frame), color, alignment: .center)
        }
    }

    static let steps: [Step<SheetLayoutExperiment>] =
        SheetButtonSize.allCases.map { size in
            .normal("button size \(size.name)") { $0.show(SheetLayout(size: size)) }
        }
        + SheetXPosition.allCases.map { x in
            .normal("X position \(x.name)") { $0.show(SheetLayout(x: x)) }
        }
        + SheetYPosition.allCases.map { y in
            .normal("Y position \(y.name)") { $0.show(SheetLayout(y: y)) }
        }
        + [
            .normal("all 343 at 1024×768, by the formulas") { me in
                try me.checkFormulas()
                me.page.write("343 layouts are as the formulas say.")
            },
            .normal("fitted into 360×300") { me in
                me.show(SheetLayout(size: .l3, x: .l3, y: .s3), width: 360, height: 300)
                let frames = me.layout.frames(width: 360, height: 300)
                try check(frames.buttonSize == .s2 || frames.buttonSize == .s3, "the buttons are smaller")
                try check(frames.cancel.x >= 0 && frames.ok.maxX <= 360, "both buttons are inside")
            },
            .error("a slide time of 0.05 s is too short", code: "KRK_WB_SL") { _ in
                try expectRefusal("KRK_WB_SL") { _ = try SlideTime(seconds: 0.05) }
            },
            .error("a slide time of 6 s is too long", code: "KRK_WB_SL") { _ in
                try expectRefusal("KRK_WB_SL") { _ = try SlideTime(seconds: 6) }
            },
        ]

    /// Checks every combination of steps against the figures of the table; all of them fit at this size.
    private func checkFormulas() throws {
        for size in SheetButtonSize.allCases {
            for x in SheetXPosition.allCases {
                for y in SheetYPosition.allCases {
                    let frames = SheetLayout(size: size, x: x, y: y).frames(width: 1_024, height: 768)
                    let top = 768 - y.margin - size.height
                    let left = (1_024 - x.gap) / 2 - size.width
                    try check(
                        frames.cancel == Rectangle(x: left, y: top, width: size.width, height: size.height),
                        "Cancel with \(size), \(x), \(y)")
                    try check(frames.ok.x == Double((1_024 + x.gap) / 2), "OK with \(size), \(x), \(y)")
                    try check(
                        frames.message.y == Double(top + size.height + 10), "message line with \(size), \(x), \(y)")
                }
            }
        }
    }
}
