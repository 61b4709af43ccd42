import CGtk

/// GTK's list of emoji, of which all entries use the same one.
///
/// GTK makes one for each entry that is asked for it, of ten megabytes, and never gives back most of them (3.24.38).
@MainActor
enum EmojiList {
    /// The list as long as no entry has it.
    private static var unused: ObjectRef?
    /// Under which GTK looks for an entry's list.
    private static let place = "gtk-emoji-chooser"
    /// Under which a list keeps the number of the handler that puts in what was picked.
    private static let picking = "kiroku-picking"

    /// The list that an entry has now.
    static func of(_ entry: AnyWidget) -> AnyWidget? {
        g_object_get_data(entry.cast(to: GObject.self), place)
            .map { AnyWidget($0.assumingMemoryBound(to: GtkWidget.self)) }
    }

    /// Has an entry take the list that another one has used, and leave it to others when it is hidden.
    static func share(with entry: Entry) {
        let widget = AnyWidget(entry)
        Signals.connect(entry.object, "insert-emoji") { lend(to: entry) }
        Signals.connect(entry.object, "insert-emoji", after: true) {
            guard let list = of(widget) else { return }
            Signals.connectOnce(list.object, "hide") {
                let reference = WeakWidget(list)
                MainLoop.whenIdle { if let list = reference.widget { takeBack(list) } }
            }
        }
    }

    private static func lend(to entry: Entry) {
        guard of(AnyWidget(entry)) == nil, let list = unused else { return }
        unused = nil
        let popover = list.cast(to: GtkPopover.self)
        gtk_popover_set_relative_to(popover, entry.pointer)
        var whole = GdkRectangle(
            x: 0, y: 0, width: gtk_widget_get_allocated_width(entry.pointer),
            height: gtk_widget_get_allocated_height(entry.pointer))
        gtk_popover_set_pointing_to(popover, &whole)
        g_object_set_data(entry.cast(to: GObject.self), place, list.pointer)
        let handler = Signals.connectPointer(list.pointer, "emoji-picked") { text in
            if let text { entry.insertAtCursor(String(cString: text.assumingMemoryBound(to: CChar.self))) }
            return false
        }
        g_object_set_data(list.cast(to: GObject.self), picking, UnsafeMutableRawPointer(bitPattern: handler))
    }

    private static func takeBack(_ list: AnyWidget) {
        let popover = list.cast(to: GtkPopover.self)
        guard !list.isVisible, let entry = gtk_popover_get_relative_to(popover) else { return }
        g_object_set_data(AnyWidget(entry).cast(to: GObject.self), place, nil)
        // What GTK has connected where it made the list for the entry.
        g_signal_handlers_disconnect_matched(list.object, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, entry)
        if let handler = g_object_get_data(list.cast(to: GObject.self), picking) {
            Signals.disconnect(list.object, UInt(bitPattern: handler))
            g_object_set_data(list.cast(to: GObject.self), picking, nil)
        }
        let kept = ObjectRef(retaining: list.object)
        gtk_popover_set_relative_to(popover, nil)
        if unused == nil { unused = kept }
    }
}
