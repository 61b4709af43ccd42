import CGtk
import GtkKit

extension TestWindow {
    /// What is under the pointer when it is at this place of the window.
    public func widget(atX x: Double, y: Double) -> AnyWidget? {
        guard let (window, _, _) = part(atX: x, y: y) else { return nil }
        var data: gpointer?
        gdk_window_get_user_data(window, &data)
        return data.map { AnyWidget(Borrowed(pointer: $0.assumingMemoryBound(to: GtkWidget.self))) }
    }

    /// Has the pointer come to a place of the window, click and scroll there, as its device does.
    public func clickAndScroll(x: Double, y: Double) {
        for type in [GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_SCROLL] {
            guard let (window, x, y) = part(atX: x, y: y), let event = makeEvent(type, in: window, device: mouse) else {
                return
            }
            switch type {
            case GDK_MOTION_NOTIFY:
                event.pointee.motion.x = x
                event.pointee.motion.y = y
            case GDK_SCROLL:
                event.pointee.scroll.x = x
                event.pointee.scroll.y = y
                event.pointee.scroll.direction = GDK_SCROLL_DOWN
            default:
                event.pointee.button.x = x
                event.pointee.button.y = y
                event.pointee.button.button = 1
            }
            gtk_main_do_event(event)
            gdk_event_free(event)
        }
    }

    /// Has the pointer click, and scroll, in the middle of a widget of the window, or of what covers it.
    public func click(on widget: some Widget) {
        var x: Int32 = 0
        var y: Int32 = 0
        let middle = (
            gtk_widget_get_allocated_width(widget.pointer) / 2, gtk_widget_get_allocated_height(widget.pointer) / 2
        )
        gtk_widget_translate_coordinates(widget.pointer, pointer, middle.0, middle.1, &x, &y)
        clickAndScroll(x: Double(x), y: Double(y))
    }

    /// The innermost part of the window that events at a place go to, and the place in its coordinates.
    private func part(atX x: Double, y: Double) -> (window: OpaquePointer, x: Double, y: Double)? {
        guard var window = gtk_widget_get_window(pointer) else { return nil }
        var (x, y) = (x, y)
        while let (child, childX, childY) = child(of: window, atX: x, y: y) {
            window = child
            x -= childX
            y -= childY
        }
        return (window, x, y)
    }

    private func child(of window: OpaquePointer, atX x: Double, y: Double) -> (OpaquePointer, Double, Double)? {
        var next = gdk_window_peek_children(window)
        while let item = next {
            next = item.pointee.next
            guard let data = item.pointee.data else { continue }
            let child = OpaquePointer(data)
            guard gdk_window_is_visible(child) != 0, gdk_window_get_pass_through(child) == 0 else { continue }
            var (left, top, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            gdk_window_get_geometry(child, &left, &top, &width, &height)
            let (childX, childY) = (Double(left), Double(top))
            if x >= childX, y >= childY, x < childX + Double(width), y < childY + Double(height) {
                return (child, childX, childY)
            }
        }
        return nil
    }
}

private struct Borrowed: Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>
}
