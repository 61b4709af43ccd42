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
    /// A third answer, if there is one.
    private(set) var extra: SheetExtra?
    let messageLine: MessageLine
    let content: ScrolledContent
    /// The width of the centred column with the content; `nil` for the whole width.
    let columnWidth: SheetColumn.Width?
    var layout = SheetLayout() { didSet { arrange() } }
    /// Whether the buttons are at the edges of the column instead of at their steps.
    var standsAtEdges = false { didSet { arrange() } }
    /// Whether there is an OK button.
    var hasOK = true {
        didSet {
            ok.isVisible = hasOK
            arrange()
        }
    }
    private var frames = SheetLayout().frames(width: 0, height: 0)
    private var message: Rectangle?
    private var isGone = false
    private var width = 0
    private var height = 0
    private let room = GtkKit.column()
    /// Keeps wider content within the column.
    private let limit: Clamp?
    private let messageBox = row(spacing: 6)
    private let messageIcon = symbol()
    private let needed: @MainActor () -> Int
    private var column: SheetColumn?

    init(content: some Widget, column width: SheetColumn.Width?, clock: AppClock) {
        columnWidth = width
        messageLine = MessageLine(alignment: width == nil ? .center : .start, lines: width == nil ? 1 : 4, clock: clock)
        needed = { content.leastWidth }
        limit = width.map { clamp(content, width: $0.rawValue) }
        room.append(limit.map { AnyWidget($0) } ?? AnyWidget(content), fills: true)
        self.content = scrolled(room)
        let reference = WeakParts()
        widget = layers { reference.parts?.place(of: $0) }
        widget.add(self.content)
        widget.add(cancel)
        widget.add(ok)
        ok.addStyleClass("suggested-action")
        if width == nil {
            widget.add(messageLine.widget)
        } else {
            messageIcon.setAtTop()
            messageBox.append(messageIcon)
            messageBox.append(messageLine.widget, fills: true)
            widget.add(messageBox)
        }
        reference.parts = self
        widget.onDestroy { [weak self] in self?.isGone = true }
        messageLine.onChange = { [weak self] in self?.messageChanged() }
        // GTK takes no notice of what changes while it lays out.
        room.onLayout { [weak self] in MainLoop.whenIdle { [weak self] in self?.fitColumn() } }
    }

    /// Sets the captions of the buttons.
    func setCaptions(cancel: String, ok: String) {
        guard !isGone else { return }
        self.cancel.setCaption(cancel)
        self.ok.setCaption(ok)
        arrange()
    }

    /// Adds a third answer, or replaces the existing one.
    func setExtra(_ caption: String, destroys: Bool, pressed: @escaping @MainActor () -> Void) {
        guard !isGone else { return }
        if let old = extra?.button { widget.remove(old) }
        let button = captionButton(caption)
        button.onPress(pressed)
        if destroys { button.addStyleClass("destructive-action") }
        extra = SheetExtra(button: button, destroys: destroys)
        widget.add(button)
        button.showAll()
        arrange()
    }

    /// The buttons from the first to the last; what destroys something is the last.
    private var buttons: [CaptionButton] {
        let ok = hasOK ? [ok] : []
        guard let extra else { return [cancel] + ok }
        return extra.destroys ? [cancel] + ok + [extra.button] : [cancel, extra.button] + ok
    }

    /// Moves the focus on, from the content to the buttons and around again.
    ///
    /// Returns whether any part can have the focus.
    func moveFocus(forward: Bool) -> Bool {
        let all = [AnyWidget(content)] + buttons.map { AnyWidget($0) }
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
        let column = columnWidth.map { SheetColumn(in: width, $0, needed: needed()) }
        frames = layout.frames(width: width, height: height, buttons: buttons.count)
        if let column, standsAtEdges || frames.cancel.x < 0 {
            let size = column.frames(height: height, captions: []).fontSize
            frames = column.frames(height: height, captions: buttons.map { $0.neededWidth(size: size) })
        }
        fitTexts()
        if let column {
            message = messageLine.message.map { _ in
                column.message(above: frames.cancel, height: messageBox.height(forWidth: column.width))
            }
        }
        content.setShownInLayout(contentHeight >= Self.leastContentHeight)
        put(column)
        widget.placesChanged()
    }

    /// Updates the layout after the needs of the content have changed.
    private func fitColumn() {
        guard !isGone, width > 0, let columnWidth else { return }
        if SheetColumn(in: width, columnWidth, needed: needed()) != column { arrange() }
    }

    /// Places the content horizontally.
    private func put(_ new: SheetColumn?) {
        guard new != column, width > 0 else { return }
        column = new
        guard let new else { return }
        room.setMargins(start: new.start, end: 0, top: 0, bottom: 0)
        room.setLeastSize(width: new.width, height: -1)
        limit?.setWidth(new.width)
        room.setAlignedAcross(.start)
    }

    /// Fits captions and message to their room; needed again after the font or its size has changed.
    func fitTexts() {
        guard !isGone else { return }
        for (button, frame) in zip(buttons, frames.buttons) {
            button.fit(size: frames.fontSize, width: Int(frame.width), height: Int(frame.height))
        }
        guard columnWidth == nil else { return }
        messageLine.fit(size: Self.messageSize, width: Int(frames.message.width), height: Int(frames.message.height))
    }

    /// The font or its size has changed.
    func styleChanged() { arrange() }

    private func messageChanged() {
        guard columnWidth != nil, !isGone else { return }
        messageIcon.show(messageLine.message?.kind)
        arrange()
    }

    private func place(of part: AnyWidget) -> Rectangle? {
        // As in GTK's own dialogs, the order is reversed in right-to-left languages.
        let places = widget.readsLeftwards ? frames.buttons.reversed() : frames.buttons
        if let index = buttons.firstIndex(where: { $0.pointer == part.pointer }), index < places.count {
            return places[index]
        }
        switch part.pointer {
        case ok.pointer: return frames.ok
        case messageLine.widget.pointer: return frames.message
        case messageBox.pointer: return message ?? frames.message
        default:
            let height = max(contentHeight, Self.leastContentHeight)
            return Rectangle(x: 0, y: 0, width: width, height: height)
        }
    }

    private var contentHeight: Int {
        guard columnWidth == nil else { return SheetColumn.contentHeight(above: frames.cancel, message: message) }
        return max(Int(frames.cancel.y) - Self.distance, 0)
    }

    private static let messageSize = 18
    /// With less room, the content is unusable, even with scroll bars.
    private static let leastContentHeight = 50
    /// The distance between the content and the buttons if there is no column.
    private static let distance = 10
}

/// A third answer of a sheet.
struct SheetExtra {
    let button: CaptionButton
    /// Whether it does what cannot be undone.
    let destroys: Bool
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

/// Creates the column for the content of a sheet, which begins with its title.
@MainActor
public func sheetContent(_ title: String) -> Box {
    let content = column(spacing: 12)
    content.setMargins(vertical: 24)
    content.append(sheetTitle(title))
    return content
}
