import GtkKit
import KirokuCore

/// What is on a sheet, and where.
@MainActor
final class SheetParts {
    let widget: Layers
    let cancel = captionButton(localized("_Cancel"))
    let ok = captionButton(localized("_OK"))
    let messageLine = MessageLine(alignment: .center)
    let content: ScrolledContent
    var layout = SheetLayout() { didSet { arrange(width: width, height: height) } }
    private(set) var frames: SheetFrames
    private var width = 0
    private var height = 0

    init(content: some Widget) {
        frames = layout.frames(width: 0, height: 0)
        self.content = scrolled(content)
        let reference = WeakParts()
        widget = layers { reference.parts?.place(of: $0) }
        widget.add(self.content)
        widget.add(cancel)
        widget.add(ok)
        widget.add(messageLine.widget)
        reference.parts = self
    }

    /// Sets what stands on the buttons.
    func setCaptions(cancel: String, ok: String) {
        self.cancel.setCaption(cancel)
        self.ok.setCaption(ok)
        arrange(width: width, height: height)
    }

    /// Computes all places anew.
    func arrange(width: Int, height: Int) {
        self.width = width
        self.height = height
        frames = layout.frames(width: width, height: height)
        for button in [cancel, ok] {
            button.fit(size: frames.buttonSize.fontSize, width: frames.cancel.width, height: frames.cancel.height)
        }
        messageLine.fit(size: Self.messageSize, width: frames.message.width, height: frames.message.height)
        widget.placesChanged()
    }

    private func place(of part: AnyWidget) -> Rectangle? {
        // As in GTK's own dialogs, what stands left of the other stands right of it where people read leftwards.
        let (left, right) = widget.readsLeftwards ? (ok, cancel) : (cancel, ok)
        switch part.pointer {
        case left.pointer: return Rectangle(frames.cancel)
        case right.pointer: return Rectangle(frames.ok)
        case messageLine.widget.pointer: return Rectangle(frames.message)
        default:
            let rest = max(frames.cancel.y - Self.distance, 0)
            return Rectangle(x: 0, y: 0, width: Double(width), height: Double(rest))
        }
    }

    private static let messageSize = 18
    /// Between the content and the buttons.
    private static let distance = 10
}

@MainActor
private final class WeakParts {
    weak var parts: SheetParts?
}

extension Rectangle {
    fileprivate init(_ frame: PixelFrame) {
        self.init(
            x: Double(frame.x), y: Double(frame.y), width: Double(frame.width), height: Double(frame.height))
    }
}
