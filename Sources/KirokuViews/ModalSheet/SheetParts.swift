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
    /// How wide the content is at the least, where it stands in one column with the buttons; `nil` for the whole width.
    var usefulWidth: Int? {
        didSet {
            // They say that there is more below.
            content.setBarsStay(usefulWidth != nil)
            arrange()
        }
    }
    var layout = SheetLayout() { didSet { arrange() } }
    private(set) var frames: SheetFrames
    private var isGone = false
    private var width = 0
    private var height = 0
    private let room = GtkKit.column()
    private let needed: @MainActor () -> Int
    private var column: SheetColumn?

    init(content: some Widget, clock: AppClock) {
        frames = layout.frames(width: 0, height: 0)
        messageLine = MessageLine(alignment: .center, clock: clock)
        needed = { content.naturalWidth }
        room.append(content, fills: true)
        self.content = scrolled(room)
        let reference = WeakParts()
        widget = layers { reference.parts?.place(of: $0) }
        widget.add(self.content)
        widget.add(cancel)
        widget.add(ok)
        widget.add(messageLine.widget)
        reference.parts = self
        widget.onDestroy { [weak self] in self?.isGone = true }
        // GTK takes no notice of what changes while it lays out.
        room.onLayout { [weak self] in MainLoop.whenIdle { [weak self] in self?.fitColumn() } }
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
        fitColumn()
        widget.placesChanged()
    }

    /// Gives the content its place across, also after it has come to need more or less.
    private func fitColumn() {
        guard !isGone, width > 0 else { return }
        let new = usefulWidth.map { SheetColumn(over: frames, width: width, needed: max(needed(), $0)) }
        guard new != column else { return }
        column = new
        guard let new else { return }
        room.setMargins(start: new.start, end: SheetColumn.margin, top: 0, bottom: 0)
        room.setLeastSize(width: new.width, height: -1)
        room.setAlignedAcross(.start)
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

/// Creates the title of a sheet or page.
@MainActor
public func sheetTitle(_ text: String) -> Label {
    let title = heading(text)
    title.addStyleClass("kiroku-title")
    return title
}

/// Creates the column for what a sheet asks and shows, which begins with its title.
@MainActor
public func sheetContent(_ title: String) -> Box {
    let content = column(spacing: 12)
    content.setMargins(vertical: 24)
    content.append(sheetTitle(title))
    return content
}
