import CGtk

extension Widget {
    /// Has screen readers say a text that has come up here, wherever the focus is.
    public func announce(_ text: String) {
        kiroku_announce(gtk_widget_get_accessible(pointer), text)
    }
}
