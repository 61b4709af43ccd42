import CGtk
import Geometry

/// A content in a popover that points to a widget or to a part of it, and closes on Esc and on a click beside it.
@MainActor
public final class Popover {
    /// Called when it has closed.
    public var onClose: (() -> Void)?
    /// It ends with the widget that it points to.
    private let reference: WeakWidget
    private let target: WeakWidget

    /// Creates a popover that is closed, and lives as long as the widget.
    ///
    /// - Parameters:
    ///   - widget: the widget that it points to.
    ///   - name: the name for screen readers.
    ///   - content: its content.
    public init(at widget: some Widget, name: String, content: some Widget) {
        let pointer = made(gtk_popover_new(widget.pointer))
        target = WeakWidget(AnyWidget(widget))
        reference = WeakWidget(AnyWidget(pointer))
        AnyWidget(pointer).accessibleName = name
        gtk_container_add(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkContainer.self), content.pointer)
        content.showAll()
        Signals.connect(UnsafeMutableRawPointer(pointer), "closed") { [weak self] in self?.onClose?() }
    }

    /// Whether it is on the screen.
    public var isOpen: Bool { reference.widget?.isVisible ?? false }

    /// Opens it.
    ///
    /// - Parameter place: the part of the widget that it points to, in the widget's pixels; `nil` for all of it.
    public func open(at place: Rectangle? = nil) {
        guard let popover else { return }
        if let place {
            var area = GdkRectangle(place)
            gtk_popover_set_pointing_to(popover, &area)
        }
        gtk_popover_popup(popover)
    }

    /// Closes it, if it is open.
    public func close() { popover.map { gtk_popover_popdown($0) } }

    /// Closes it, and destroys it with its content.
    public func destroy() { reference.widget?.destroy() }

    /// The height that its content can have below or above a part of the widget, in pixels: GTK cuts off what is
    /// higher.
    public func room(at place: Rectangle? = nil) -> Int {
        guard let target = target.widget, let top = target.topLevel else { return 0 }
        var (x, y): (Int32, Int32) = (0, 0)
        guard gtk_widget_translate_coordinates(target.pointer, top.pointer, 0, 0, &x, &y) != 0 else { return 0 }
        let upper = Int(y) + Int(place?.y ?? 0)
        let lower = upper + (place.map { Int($0.height) } ?? target.laidOutHeight)
        return max(top.laidOutHeight - lower, upper) - Int(PopoverHeight.frame)
    }

    private var popover: UnsafeMutablePointer<GtkPopover>? { reference.widget?.cast(to: GtkPopover.self) }
}
