import CGtk
import Geometry

/// A widget that draws itself, handles its own keys and clicks, and presents its cells to screen readers.
///
/// The closures are called on the main actor. They should refer weakly to their owner, which usually holds the canvas.
@MainActor
public final class Canvas: Widget {
    /// The widget, an instance of the canvas's own GTK class.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    /// Draws the whole canvas, over the theme's background; the painter is valid only during the call.
    public var onDraw: ((Painter) -> Void)?
    /// Handles a key; returns whether it was used.
    public var onKey: ((KeyEvent) -> Bool)?
    /// Called when a button of the pointer is pressed over the canvas.
    public var onPress: ((PointerEvent) -> Void)?
    /// Called when the button is released, wherever the pointer is.
    public var onRelease: ((PointerEvent) -> Void)?
    /// Called when the pointer moves over the canvas, or anywhere while a button is held.
    public var onMotion: ((PointerEvent) -> Void)?
    /// Called with the distance to scroll, in steps of a wheel; positive is right and down.
    public var onScroll: ((_ x: Double, _ y: Double) -> Void)?
    /// Whether Ctrl was held when the canvas was last scrolled.
    public private(set) var isScrolledWithControl = false
    /// Called when GTK has laid the canvas out; ``width`` and ``height`` have the new values.
    public var onResize: (() -> Void)?
    /// Called when the canvas has received or lost the focus.
    public var onFocusChange: (() -> Void)?
    /// Called when the theme, the font or the text size has changed.
    public var onStyleChange: (() -> Void)?
    /// The table for screen readers; without one, the canvas is an empty table.
    public weak var accessibleTable: (any AccessibleTable)?
    /// The objects of cells that the accessibility bus has received, so that it receives the same ones again.
    var accessibleCells: [CellIndex: ObjectRef] = [:]
    /// The names of these cells as screen readers know them.
    var knownNames: [CellIndex: String] = [:]

    /// The focused check box as last reported to screen readers.
    var focusedBox: FocusedBox?

    private var layout: ObjectRef?
    private var metrics: LineMetrics?

    /// Creates a canvas that can take the focus; `name` identifies it for screen readers and tests.
    public init(name: String) {
        let object = made(kiroku_object_new(CanvasType.id))
        pointer = object.assumingMemoryBound(to: GtkWidget.self)
        CanvasType.bind(self)
        gtk_widget_set_can_focus(pointer, 1)
        let events: [GdkEventMask] = [
            GDK_KEY_PRESS_MASK, GDK_BUTTON_PRESS_MASK, GDK_BUTTON_RELEASE_MASK, GDK_POINTER_MOTION_MASK,
            GDK_SCROLL_MASK, GDK_SMOOTH_SCROLL_MASK, GDK_FOCUS_CHANGE_MASK,
        ]
        gtk_widget_add_events(pointer, Int32(bitPattern: events.reduce(0) { $0 | $1.rawValue }))
        accessibleName = name
        connect()
    }

    /// The width in pixels, as GTK last laid the canvas out.
    public var width: Double { Double(gtk_widget_get_allocated_width(pointer)) }

    /// The height in pixels, as GTK last laid the canvas out.
    public var height: Double { Double(gtk_widget_get_allocated_height(pointer)) }

    /// Draws everything again with the next frame; several calls draw it only once.
    public func redraw() { gtk_widget_queue_draw(pointer) }

    /// Sets the shape of the pointer over the canvas, by its CSS name; `nil` for the usual shape.
    public func setCursor(_ name: String?) {
        guard let window = gtk_widget_get_window(pointer) else { return }
        let cursor = name.flatMap { gdk_cursor_new_from_name(gdk_window_get_display(window), $0) }
        gdk_window_set_cursor(window, cursor)
        if let cursor { g_object_unref(UnsafeMutableRawPointer(cursor)) }
    }

    private func connect() {
        Signals.connectPointer(object, "draw") { [weak self] cairo in
            if let cairo { self?.draw(OpaquePointer(cairo)) }
            return true
        }
        Signals.connectEvent(object, "key-press-event") { [weak self] event in
            self?.onKey?(KeyEvent(event)) ?? false
        }
        Signals.connectEvent(object, "button-press-event") { [weak self] event in
            self?.onPress?(PointerEvent(button: event.pointee.button))
            return true
        }
        Signals.connectEvent(object, "button-release-event") { [weak self] event in
            self?.onRelease?(PointerEvent(button: event.pointee.button))
            return true
        }
        Signals.connectEvent(object, "motion-notify-event") { [weak self] event in
            self?.onMotion?(PointerEvent(motion: event.pointee.motion))
            return true
        }
        Signals.connectEvent(object, "scroll-event") { [weak self] event in
            self?.scroll(event)
            return true
        }
        for signal in ["focus-in-event", "focus-out-event"] {
            Signals.connectEvent(object, signal, after: true) { [weak self] _ in
                self?.onFocusChange?()
                // GTK first announces that the table has the focus; screen readers also want to know which cell has it.
                self?.announceFocusedCellSoon()
                return false
            }
        }
        Signals.connectPointer(object, "size-allocate") { [weak self] _ in
            self?.onResize?()
            return false
        }
        Signals.connect(object, "style-updated", after: true) { [weak self] in
            self?.layout = nil
            self?.metrics = nil
            self?.onStyleChange?()
        }
    }

    private func draw(_ cairo: OpaquePointer) {
        let context = gtk_widget_get_style_context(pointer)
        gtk_render_background(context, cairo, 0, 0, width, height)
        let layout = layout ?? makeLayout()
        self.layout = layout
        let metrics = metrics ?? TextMeasure(of: self).metrics
        self.metrics = metrics
        onDraw?(Painter(cairo: cairo, layout: layout.opaque, metrics: metrics))
    }

    private func makeLayout() -> ObjectRef {
        let layout = made(gtk_widget_create_pango_layout(pointer, nil))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_single_paragraph_mode(layout, 1)
        return ObjectRef(adopting: UnsafeMutableRawPointer(layout))
    }

    private func scroll(_ event: UnsafeMutablePointer<GdkEvent>) {
        var x = 0.0
        var y = 0.0
        if gdk_event_get_scroll_deltas(event, &x, &y) == 0 {
            switch event.pointee.scroll.direction {
            case GDK_SCROLL_UP: y = -1
            case GDK_SCROLL_DOWN: y = 1
            case GDK_SCROLL_LEFT: x = -1
            case GDK_SCROLL_RIGHT: x = 1
            default: break
            }
        }
        let modifiers = Modifiers(state: event.pointee.scroll.state)
        isScrolledWithControl = modifiers.contains(.control)
        if modifiers.contains(.shift), x == 0 { swap(&x, &y) }
        onScroll?(x, y)
    }
}
