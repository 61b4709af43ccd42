import CGtk

/// A list of text lines that shows the newest one; the user can read and copy it, but not edit it.
@MainActor
public final class TextPane: Widget {
    /// The `GtkScrolledWindow` around the text.
    public let pointer: UnsafeMutablePointer<GtkWidget>
    private let view: UnsafeMutablePointer<GtkTextView>
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    private var tags: [ColorRole: UnsafeMutablePointer<GtkTextTag>] = [:]
    private var isGone = false
    /// Whether the pane scrolls to the end when lines are added; not after the user has scrolled up.
    private var followsEnd = true
    private var isShowingEnd = false
    /// The maximum number of lines; the oldest are removed if there are more.
    private let limit: Int

    /// Creates an empty pane; `name` is for screen readers and tests.
    public init(name: String, limit: Int = 2_000) {
        let scrolled = made(gtk_scrolled_window_new(nil, nil))
        let text = made(gtk_text_view_new())
        pointer = scrolled
        self.limit = max(limit, 1)
        view = UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkTextView.self)
        buffer = gtk_text_view_get_buffer(view)
        gtk_text_view_set_editable(view, 0)
        gtk_text_view_set_cursor_visible(view, 0)
        gtk_text_view_set_accepts_tab(view, 0)
        gtk_text_view_set_monospace(view, 1)
        gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR)
        for set in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] { set(view, 8) }
        for set in [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin] { set(view, 4) }
        gtk_container_add(cast(to: GtkContainer.self), text)
        atk_object_set_name(gtk_widget_get_accessible(text), name)
        Signals.connect(UnsafeMutableRawPointer(text), "style-updated", after: true) { [weak self] in
            self?.updateColors()
        }
        followEnd()
        onDestroy { [weak self] in self?.isGone = true }
        attach(self, to: self, key: "kiroku-text-pane")
    }

    /// All lines in the pane, each with a line end.
    public var text: String {
        guard !isGone else { return "" }
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Adds a line in the colour of a role; the pane scrolls to it unless the user has scrolled up.
    public func append(_ line: String, role: ColorRole = .normal) {
        guard !isGone else { return }
        if !isShowingEnd { followsEnd = gtk_adjustment_get_value(bar) >= end - 1 }
        var (start, place) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_end_iter(buffer, &place)
        let offset = gtk_text_iter_get_offset(&place)
        let whole = line + "\n"
        gtk_text_buffer_insert(buffer, &place, whole, Int32(whole.utf8.count))
        gtk_text_buffer_get_iter_at_offset(buffer, &start, offset)
        gtk_text_buffer_apply_tag(buffer, tag(role), &start, &place)
        dropOldest()
        if followsEnd { showEnd() }
    }

    /// Removes all lines.
    public func removeAll() {
        if !isGone { gtk_text_buffer_set_text(buffer, "", 0) }
    }

    private func dropOldest() {
        let excess = Int(gtk_text_buffer_get_line_count(buffer)) - 1 - limit
        guard excess > 0 else { return }
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_start_iter(buffer, &start)
        gtk_text_buffer_get_iter_at_line(buffer, &end, Int32(excess))
        gtk_text_buffer_delete(buffer, &start, &end)
    }

    /// Scrolls to the end whenever more has been laid out.
    private func followEnd() {
        Signals.connect(UnsafeMutableRawPointer(bar), "changed") { [weak self] in
            if let self, followsEnd { showEnd() }
        }
    }

    /// Scrolls to the end when the view is at rest, as it moves while it lays out lines.
    private func showEnd() {
        guard !isShowingEnd else { return }
        isShowingEnd = true
        MainLoop.whenIdle { [weak self] in
            guard let self else { return }
            isShowingEnd = false
            if !isGone { gtk_adjustment_set_value(bar, end) }
        }
    }

    private var bar: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(cast(to: GtkScrolledWindow.self))
    }

    /// The scroll offset at which the last line is visible.
    private var end: Double { gtk_adjustment_get_upper(bar) - gtk_adjustment_get_page_size(bar) }

    private func tag(_ role: ColorRole) -> UnsafeMutablePointer<GtkTextTag>? {
        if let known = tags[role] { return known }
        guard let tag = gtk_text_tag_new(nil) else { return nil }
        gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
        // The table now holds the tag.
        g_object_unref(tag)
        tags[role] = tag
        setColor(of: tag, role)
        return tag
    }

    private func updateColors() {
        guard !isGone else { return }
        for (role, tag) in tags { setColor(of: tag, role) }
    }

    private func setColor(of tag: UnsafeMutablePointer<GtkTextTag>, _ role: ColorRole) {
        let color = Theme(of: AnyWidget(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self)))
            .color(role)
        var value = GdkRGBA(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        kiroku_color_property(tag, "foreground-rgba", &value)
    }
}
