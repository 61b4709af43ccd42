import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The parts of a sheet, and their layout.
@MainActor
final class SheetParts {
    let widget: Layers
    let cancel = captionButton(localized("_Cancel"))
    let ok = captionButton(localized("_OK"))
    let messageLine: MessageLine
    let content: ScrolledContent
    var layout = SheetLayout() { didSet { arrange() } }
    private(set) var frames: SheetFrames
    private var isGone = false
    private var width = 0
    private var height = 0

    init(content: some Widget, clock: AppClock) {
        frames = layout.frames(width: 0, height: 0)
        messageLine = MessageLine(alignment: .center, clock: clock)
        self.content = scrolled(content)
        let reference = WeakParts()
        widget = layers { reference.parts?.place(of: $0) }
        widget.add(self.content)
        widget.add(cancel)
        widget.add(ok)
        widget.add(messageLine.widget)
        reference.parts = self
        widget.onDestroy { [weak self] in self?.isGone = true }
    }

    /// Sets the captions of the buttons.
    func setCaptions(cancel: String, ok: String) {
        guard !isGone else { return }
        self.cancel.setCaption(cancel)
        self.ok.setCaption(ok)
        fitTexts()
    }

    /// Moves the focus on, from the content to Cancel and OK and around again.
    ///
    /// Returns whether any part can have the focus.
    func moveFocus(forward: Bool) -> Bool {
        let all = [AnyWidget(content), AnyWidget(cancel), AnyWidget(ok)]
        let ring = forward ? all : all.reversed()
        let direction = forward ? FocusDirection.next : .previous
        let focus = widget.focusInWindow
        let current = ring.firstIndex { part in focus.map { part.holds($0) } ?? false }
        if let current, ring[current].moveFocus(direction) { return true }
        widget.clearFocusInWindow()
        let first = current.map { $0 + 1 } ?? 0
        return (0..<ring.count).contains { ring[(first + $0) % ring.count].moveFocus(direction) }
    }

    /// Lays the parts out on a sheet of this size.
    func arrange(width: Int, height: Int) {
        guard width != self.width || height != self.height else { return }
        self.width = width
        self.height = height
        arrange()
    }

    private func arrange() {
        guard !isGone else { return }
        frames = layout.frames(width: width, height: height)
        fitTexts()
        content.setShownInLayout(contentHeight >= Self.leastContentHeight)
        widget.placesChanged()
    }

    /// Fits captions and message to their room; needed again after the font or its size has changed.
    func fitTexts() {
        guard !isGone else { return }
        for button in [cancel, ok] {
            let size = frames.buttonSize
            button.fit(size: size.fontSize, width: size.width, height: size.height)
        }
        messageLine.fit(size: Self.messageSize, width: Int(frames.message.width), height: Int(frames.message.height))
    }

    private func place(of part: AnyWidget) -> Rectangle? {
        // As in GTK's own dialogs, the order is reversed in right-to-left languages.
        let (left, right) = widget.readsLeftwards ? (ok, cancel) : (cancel, ok)
        switch part.pointer {
        case left.pointer: return frames.cancel
        case right.pointer: return frames.ok
        case messageLine.widget.pointer: return frames.message
        default:
            let height = max(contentHeight, Self.leastContentHeight)
            return Rectangle(x: 0, y: 0, width: width, height: height)
        }
    }

    private var contentHeight: Int { max(Int(frames.cancel.y) - Self.distance, 0) }

    private static let messageSize = 18
    /// With less room, the content is unusable, even with scroll bars.
    private static let leastContentHeight = 50
    /// The distance between the content and the buttons.
    private static let distance = 10
}

@MainActor
private final class WeakParts {
    weak var parts: SheetParts?
}
