import CGtk

extension Widget {
    /// Keeps so many pixels free on each of its sides.
    public func setMargins(start: Int, end: Int, top: Int, bottom: Int) {
        gtk_widget_set_margin_start(pointer, Int32(start))
        gtk_widget_set_margin_end(pointer, Int32(end))
        gtk_widget_set_margin_top(pointer, Int32(top))
        gtk_widget_set_margin_bottom(pointer, Int32(bottom))
    }
}
