import CGtk

extension ScrolledContent {
    /// Makes it as high as its content, up to so many pixels; it scrolls in both directions.
    public func setHeight(upTo limit: Int) {
        let scroller = cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: limit))
    }
    /// Makes it as high as its content, but no less and no more pixels than these; it scrolls in both directions.
    public func setHeight(in range: ClosedRange<Int>) {
        let scroller = cast(to: GtkScrolledWindow.self)
        gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
        gtk_scrolled_window_set_max_content_height(scroller, Int32(clamping: range.upperBound))
        gtk_scrolled_window_set_min_content_height(scroller, Int32(clamping: range.lowerBound))
    }
}
