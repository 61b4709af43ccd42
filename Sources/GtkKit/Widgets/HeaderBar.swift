import CGtk

/// The bar at the top edge of a window: title and subtitle in the middle, the most frequent actions beside them.
///
/// As with any title bar, dragging it moves the window, and a double click maximizes it.
public struct HeaderBar: Widget {
    /// The `HdyHeaderBar`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Shows ``title``; screen readers cannot see libhandy's own labels.
    private let titleLabel: Label
    private let subtitleLabel: Label
    private let titleRow: Box

    /// The approximate number of letters that are shown before the widgets beside them have to give way.
    private static let (titleLetters, subtitleLetters) = (Int32(20), Int32(26))

    fileprivate init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        titleLabel = label(alignment: .center)
        titleLabel.addStyleClass("title")
        subtitleLabel = label(alignment: .center)
        subtitleLabel.addStyleClass("subtitle")
        gtk_label_set_max_width_chars(titleLabel.cast(to: GtkLabel.self), Self.titleLetters)
        gtk_label_set_max_width_chars(subtitleLabel.cast(to: GtkLabel.self), Self.subtitleLetters)
        let lines = column()
        gtk_widget_set_valign(lines.pointer, GTK_ALIGN_CENTER)
        lines.append(titleLabel)
        lines.append(subtitleLabel)
        titleRow = row()
        titleRow.append(lines)
        titleRow.showAll()
        subtitleLabel.isVisible = false
        subtitleLabel.setShownExplicitly()
        hdy_header_bar_set_custom_title(cast(to: HdyHeaderBar.self), titleRow.pointer)
    }

    /// The bold line in the middle, such as the document's name.
    public var title: String {
        get { titleLabel.text }
        nonmutating set {
            titleLabel.text = newValue
            makeRoom(for: titleLabel, Self.titleLetters)
        }
    }

    /// Only a long line takes all the spare room, so that short ones are in the middle of the window.
    private func makeRoom(for line: Label, _ letters: Int32) {
        gtk_widget_set_hexpand(line.pointer, line.text.count > letters ? 1 : 0)
    }

    /// The small line below the title; empty for none.
    public var subtitle: String {
        get { subtitleLabel.text }
        nonmutating set {
            subtitleLabel.text = newValue
            makeRoom(for: subtitleLabel, Self.subtitleLetters)
            subtitleLabel.isVisible = !newValue.isEmpty
        }
    }

    /// The width of the title, in pixels, with what is beside it; if it is long, the width in which it can be read.
    public var titleWidth: Int { titleRow.naturalWidth }

    /// The natural widths of what is before and after the title, in pixels, the window's own buttons and the gaps
    /// included; known once the bar has been laid out.
    public var sideWidths: (start: Int, end: Int) {
        var sides = (start: 0, end: 0)
        for part in parts where part.pointer != titleRow.pointer {
            let width = part.naturalWidth
            guard width > 0 else { continue }
            let isAtStart = (part.laidOutLeft < titleRow.laidOutLeft) != readsLeftwards
            if isAtStart { sides.start += width + Self.gap } else { sides.end += width + Self.gap }
        }
        return sides
    }

    /// The bar's own spacing, in pixels.
    private static let gap = 6

    /// The widgets of the bar, the window's own buttons included.
    private var parts: [AnyWidget] {
        let found = g_ptr_array_new()
        defer { g_ptr_array_free(found, 1) }
        gtk_container_forall(
            cast(to: GtkContainer.self),
            { child, found in g_ptr_array_add(found?.assumingMemoryBound(to: GPtrArray.self), child) }, found)
        guard let found, let pointers = found.pointee.pdata else { return [] }
        return (0..<Int(found.pointee.len)).compactMap { index in
            pointers[index].map { AnyWidget($0.assumingMemoryBound(to: GtkWidget.self)) }
        }
    }

    /// Puts the widget beside the title.
    public func appendToTitle(_ widget: some Widget) { titleRow.append(widget) }

    /// Puts the widget at the start of the bar, after those already there.
    public func append(_ widget: some Widget) {
        hdy_header_bar_pack_start(cast(to: HdyHeaderBar.self), widget.pointer)
    }

    /// Puts the widget at the end of the bar, before those already there.
    public func appendAtEnd(_ widget: some Widget) {
        hdy_header_bar_pack_end(cast(to: HdyHeaderBar.self), widget.pointer)
    }
}

/// Creates a header bar with the window's own buttons.
@MainActor
public func headerBar() -> HeaderBar {
    let widget = made(hdy_header_bar_new())
    let bar = HeaderBar(widget)
    hdy_header_bar_set_show_close_button(bar.cast(to: HdyHeaderBar.self), 1)
    return bar
}
