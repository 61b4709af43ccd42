import KirokuCore
import KirokuPresentation

/// Texts with the figures of a sheet's layout.
enum DialogFigures {
    /// All figures for a window of this size, in pixels; the text mentions it if they had to be fitted to the window.
    static func text(of look: DialogLook, width: Int, height: Int) -> String {
        let frames = look.frames(width: width, height: height)
        let values = [
            "width": localizedNumber(Int(frames.ok.width)), "height": localizedNumber(Int(frames.ok.height)),
            "font": localizedNumber(frames.fontSize),
            "gap": localizedNumber(frames.gap),
            "margin": localizedNumber(height - Int(frames.ok.maxY)),
            "windowWidth": localizedNumber(width), "windowHeight": localizedNumber(height),
        ]
        if look.standsAtEdges {
            return localized(
                "By default, the buttons align with the edges of the text. In this window of {windowWidth} × {windowHeight}: buttons {width} × {height}, text size {font}, gap {gap}, bottom margin {margin}.",
                values)
        }
        if isFitted(look.layout, frames, height: height) {
            return localized(
                "Fitted to this window of {windowWidth} × {windowHeight}: buttons {width} × {height}, text size {font}, gap {gap}, bottom margin {margin}.",
                values)
        }
        return localized(
            "In this window of {windowWidth} × {windowHeight}: buttons {width} × {height}, text size {font}, gap {gap}, bottom margin {margin}.",
            values)
    }

    static func text(of size: SheetButtonSize) -> String {
        localized(
            "{step}: {width} × {height}, text size {font}",
            [
                "step": size.name, "width": localizedNumber(size.width), "height": localizedNumber(size.height),
                "font": localizedNumber(size.fontSize),
            ])
    }

    static func text(of x: SheetXPosition) -> String {
        localized("{step}: {gap} between the buttons", ["step": x.name, "gap": localizedNumber(x.gap)])
    }

    static func text(of y: SheetYPosition) -> String {
        localized("{step}: {margin} below the buttons", ["step": y.name, "margin": localizedNumber(y.margin)])
    }

    private static func isFitted(_ layout: SheetLayout, _ frames: SheetFrames, height: Int) -> Bool {
        frames.buttonSize != layout.size || frames.gap != layout.x.gap
            || height - Int(frames.ok.maxY) != layout.y.margin
    }
}
