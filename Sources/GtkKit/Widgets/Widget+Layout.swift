import CGtk

extension Widget {
    /// Sets the widget's margins, in pixels.
    public func setMargins(start: Int, end: Int, top: Int, bottom: Int) {
        gtk_widget_set_margin_start(pointer, Int32(start))
        gtk_widget_set_margin_end(pointer, Int32(end))
        gtk_widget_set_margin_top(pointer, Int32(top))
        gtk_widget_set_margin_bottom(pointer, Int32(bottom))
    }
}

extension Widget {
    /// The width that the widget would take with enough room, in pixels; 0 if it is not visible.
    public var naturalWidth: Int {
        var width: Int32 = 0
        gtk_widget_get_preferred_width(pointer, nil, &width)
        return Int(width)
    }

    /// The smallest width that the widget can have, in pixels; 0 if it is not visible.
    public var leastWidth: Int {
        var width: Int32 = 0
        gtk_widget_get_preferred_width(pointer, &width, nil)
        return Int(width)
    }

    /// The height that the widget needs at this width, in pixels; 0 if it is not visible.
    public func height(forWidth width: Int) -> Int {
        var height: Int32 = 0
        gtk_widget_get_preferred_height_for_width(pointer, Int32(clamping: max(width, leastWidth)), &height, nil)
        return Int(height)
    }

    /// Moves the widget from its container into a box; it keeps the focus if it has it.
    public func move(into box: Box) {
        let focused = focusInWindow.flatMap { gtk_widget_is_ancestor($0.pointer, pointer) != 0 ? $0 : nil }
        g_object_ref(object)
        defer { g_object_unref(object) }
        if let parent = gtk_widget_get_parent(pointer) {
            gtk_container_remove(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkContainer.self), pointer)
        }
        box.append(self)
        focused?.grabFocus()
    }
}

extension Widget {
    /// The number of the screen's pixels for one of the widget's own, in each direction.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(pointer)) }

    /// Whether text runs from right to left here.
    public var readsLeftwards: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

    /// The width in the widget's own pixels, as GTK last laid it out.
    public var laidOutWidth: Int { Int(gtk_widget_get_allocated_width(pointer)) }

    /// Where the widget's left edge is in another one that holds both, in that one's pixels; `nil` while it is not laid
    /// out.
    public func left(in other: some Widget) -> Int? {
        var (x, y): (Int32, Int32) = (0, 0)
        guard gtk_widget_translate_coordinates(pointer, other.pointer, 0, 0, &x, &y) != 0 else { return nil }
        return Int(x)
    }

    /// The place of the left edge in the window, in pixels, as GTK last laid it out.
    var laidOutLeft: Int {
        var allocation = GtkAllocation()
        gtk_widget_get_allocation(pointer, &allocation)
        return Int(allocation.x)
    }

    /// The height in the widget's own pixels, as GTK last laid it out.
    public var laidOutHeight: Int { Int(gtk_widget_get_allocated_height(pointer)) }
}

extension Widget {
    /// Sets the minimum size in pixels; −1 stands for the natural size.
    public func setLeastSize(width: Int, height: Int) {
        gtk_widget_set_size_request(pointer, Int32(width), Int32(height))
    }

    /// Calls `body` when GTK has laid the widget out.
    public func onLayout(_ body: @escaping @MainActor () -> Void) {
        Signals.connectPointer(object, "size-allocate") { _ in
            body()
            return false
        }
    }
}

extension Box {
    /// Destroys all widgets in the box.
    public func removeAll() {
        gtk_container_foreach(cast(to: GtkContainer.self), { child, _ in gtk_widget_destroy(child) }, nil)
    }
}
