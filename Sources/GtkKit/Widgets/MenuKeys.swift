import CGtk

/// Shows keyboard shortcuts beside the items of a menu in a popover, where GTK shows none, and notes their actions.
@MainActor
enum MenuKeys {
    /// Puts the first shortcut of each item's action at the end of the item.
    static func show(_ menu: Menu, in widget: AnyWidget) {
        guard kiroku_is_a(UnsafeMutableRawPointer(widget.pointer), gtk_model_button_get_type()) != 0 else {
            for part in widget.parts { show(menu, in: part) }
            return
        }
        // An item that opens another menu has no shortcut, though its caption may be that of an action.
        if let other = kiroku_get_string_property(widget.object, "menu-name") { return g_free(other) }
        guard let caption = kiroku_get_string_property(widget.object, "text") else { return }
        defer { g_free(caption) }
        guard let action = menu.actions[String(cString: caption)] else { return }
        widget.note(action: action)
        guard let key = key(of: action), let content = gtk_bin_get_child(widget.cast(to: GtkBin.self)) else { return }
        widget.accessibleDescription = key
        let text = label(key, alignment: .end, role: .muted)
        gtk_box_pack_end(
            UnsafeMutableRawPointer(content).assumingMemoryBound(to: GtkBox.self), text.pointer, 0, 0, guint(gap))
        text.showAll()
    }

    /// The least distance between a caption and its shortcut, in pixels.
    private static let gap = 18

    private static func key(of action: String) -> String? {
        guard let application = g_application_get_default(),
            let keys = gtk_application_get_accels_for_action(
                UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self), action)
        else { return nil }
        defer { g_strfreev(keys) }
        // The list ends with a null pointer, even if it is empty.
        guard let first = keys[0] else { return nil }
        var (code, modifiers) = (guint(0), GdkModifierType(0))
        gtk_accelerator_parse(first, &code, &modifiers)
        guard code != 0, let text = gtk_accelerator_get_label(code, modifiers) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
