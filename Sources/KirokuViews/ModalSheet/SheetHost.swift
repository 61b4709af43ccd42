import Geometry
import GtkKit

/// The container of a window's content, over which sheets slide.
///
/// While a sheet is open, the content and any sheet below it are insensitive: pointer, keys, drops and accessibility
/// actions do nothing there, and the focus cannot go there.
@MainActor
public final class SheetHost {
    /// The widget to put into the window, which it fills.
    public let widget: Layers
    /// The sheets on the screen, from the lowest to the topmost.
    private(set) var sheets: [ModalSheet] = []
    private(set) var isGone = false
    /// The way back to the widget that had the focus last, except in popovers, which return the focus themselves.
    private(set) var focusTrail = FocusTrail()
    private let content = column()
    private var focusWatch: FocusWatch?

    /// Creates a host without content.
    public init() {
        let reference = WeakHost()
        widget = layers { reference.host?.place(of: $0) }
        widget.setContent(content)
        reference.host = self
        attach(self, to: widget, key: "kiroku-sheet-host")
        focusWatch = FocusWatch(around: widget) { [weak self] focus in
            guard let self, let focus, widget.holds(focus) else { return }
            if let popover = focus.enclosingPopover {
                if !popover.isVisible { MainLoop.next { [weak self] in self?.leaveHiddenPopover() } }
            } else {
                focusTrail = FocusTrail(to: focus)
            }
        }
        widget.onDestroy { [weak self] in self?.end() }
    }

    /// Sets the content that sheets slide over; call this only once.
    public func setContent(_ widget: some Widget) {
        content.append(widget, fills: true)
    }

    /// The topmost sheet that is open or on its way up.
    public var openSheet: ModalSheet? { sheets.last { $0.isOpen } }

    /// Whether every open sheet lets itself be cancelled, so that the window may close.
    ///
    /// A sheet that does not may ask the user.
    public var mayClose: Bool { sheets.allSatisfy { !$0.isOpen || $0.mayCancel?() ?? true } }

    // MARK: For sheets

    /// Puts a sheet on top of all others.
    func put(_ sheet: ModalSheet) {
        sheets.append(sheet)
        widget.add(sheet.shield)
        widget.add(sheet.surface)
        sheet.shield.isVisible = true
        sheet.surface.isVisible = true
    }

    /// Removes a sheet that has slid out.
    func take(_ sheet: ModalSheet) {
        sheets.removeAll { $0 === sheet }
        widget.remove(sheet.surface)
        widget.remove(sheet.shield)
    }

    /// Closes an open popover, which holds a grab; the focus returns to where it was.
    func closePopover() { widget.focusInWindow?.enclosingPopover?.isVisible = false }

    /// Makes only the topmost open sheet sensitive, or the content if none is open.
    func updateSensitivity() {
        let top = openSheet
        for sheet in sheets {
            sheet.surface.isSensitive = sheet === top
            sheet.shield.isVisible = sheet.isOpen
        }
        content.isSensitive = top == nil
    }

    /// Returns the focus to where a sheet took it from, if that is usable.
    func restoreFocus(along trail: FocusTrail) {
        trail.follow(within: openSheet.map { AnyWidget($0.surface) } ?? AnyWidget(content))
    }

    /// Takes the focus out of a hidden popover, where keys would be lost.
    ///
    /// After a menu is hidden, GTK returns it to its first page, and with it the focus (3.24.38).
    private func leaveHiddenPopover() {
        guard !isGone, let popover = widget.focusInWindow?.enclosingPopover, !popover.isVisible else { return }
        restoreFocus(along: focusTrail)
    }

    private func place(of layer: AnyWidget) -> Rectangle? {
        let (width, height) = (widget.width, widget.height)
        let whole = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        guard let sheet = sheets.first(where: { $0.surface.pointer == layer.pointer }) else { return whole }
        sheet.arrange(width: width, height: height)
        var place = whole
        place.y = ((1 - sheet.shownPart) * Double(height)).rounded()
        return place
    }

    private func end() {
        isGone = true
        let sheets = sheets
        self.sheets = []
        for sheet in sheets.reversed() { sheet.windowHasGone() }
    }
}

@MainActor
private final class WeakHost {
    weak var host: SheetHost?
}

/// The way back to a widget or, if that can no longer have the focus, to its nearest ancestor that can.
@MainActor
struct FocusTrail {
    /// The widget and its ancestors, from the inside out.
    private var widgets: [WeakWidget] = []

    /// Creates a trail that leads nowhere.
    init() {}

    /// Creates a trail to this widget.
    init(to widget: AnyWidget) {
        var next: AnyWidget? = widget
        while let current = next {
            widgets.append(WeakWidget(current))
            next = current.holder
        }
    }

    /// This trail, with another one to fall back on.
    func continued(by other: FocusTrail?) -> FocusTrail {
        var trail = self
        trail.widgets += other?.widgets ?? []
        return trail
    }

    /// Returns the focus.
    ///
    /// - Parameter limit: the widget that the focus must not leave.
    func follow(within limit: some Widget) {
        for reference in widgets {
            guard let widget = reference.widget, limit.holds(widget), widget.isMapped else { continue }
            widget.grabFocus()
            if widget.hasFocusInWindow || widget.moveFocus(.next) || widget.pointer == limit.pointer { return }
        }
    }
}
