import CGtk

extension Widget {
    /// How wide it would be if there were room for all of it, in pixels; 0 while it is not visible.
    public var naturalWidth: Int {
        var width: Int32 = 0
        gtk_widget_get_preferred_width(pointer, nil, &width)
        return Int(width)
    }

    /// Takes it out of what it is in and puts it into a box; it keeps the keys if it has them.
    ///
    /// - Parameters:
    ///   - box: where it goes.
    ///   - atEnd: whether at the far end of the box.
    public func move(into box: Box, atEnd: Bool = false) {
        let focused = focusInWindow.flatMap { gtk_widget_is_ancestor($0.pointer, pointer) != 0 ? $0 : nil }
        g_object_ref(object)
        defer { g_object_unref(object) }
        if let parent = gtk_widget_get_parent(pointer) {
            gtk_container_remove(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkContainer.self), pointer)
        }
        if atEnd { box.appendAtEnd(self) } else { box.append(self) }
        focused?.grabFocus()
    }
}
