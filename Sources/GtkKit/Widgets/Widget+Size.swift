import CGtk

extension Widget {
    /// Has it take so many pixels at the least, or with −1 as many as it needs by itself.
    public func setLeastSize(width: Int, height: Int) {
        gtk_widget_set_size_request(pointer, Int32(width), Int32(height))
    }

    /// Calls `body` whenever GTK has laid the widget out.
    public func onLayout(_ body: @escaping @MainActor () -> Void) {
        Signals.connectPointer(object, "size-allocate") { _ in
            body()
            return false
        }
    }
}

extension Box {
    /// Takes down all that is in it.
    public func removeAll() {
        gtk_container_foreach(cast(to: GtkContainer.self), { child, _ in gtk_widget_destroy(child) }, nil)
    }
}
