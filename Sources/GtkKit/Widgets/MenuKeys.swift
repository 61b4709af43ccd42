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
        widget.remember(action: action)
        guard let key = key(of: action), let content = gtk_bin_get_child(widget.cast(to: GtkBin.self)) else { return }
        widget.accessibleDescription = key
        let text = label(key, alignment: .end, role: .muted)
        gtk_box_pack_end(
            UnsafeMutableRawPointer(content).assumingMemoryBound(to: GtkBox.self), text.pointer, 0, 0, guint(gap))
        text.showAll()
    }

    /// The minimum distance between a caption and its shortcut, in pixels.
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
        return code == 0 ? nil : name(of: code, with: modifiers)
    }

    /// The name of a shortcut, such as "Ctrl+Shift+N".
    ///
    /// GTK's own names begin with Shift, unlike those in the manual and in most other programs.
    private static func name(of key: guint, with modifiers: GdkModifierType) -> String {
        let others = GdkModifierType(modifiers.rawValue & ~GDK_SHIFT_MASK.rawValue)
        guard others != modifiers, others.rawValue != 0 else { return spelling(of: key, with: modifiers) }
        let keyAlone = spelling(of: key, with: GdkModifierType(0))
        return spelling(of: key, with: others).dropLast(keyAlone.count) + spelling(of: key, with: GDK_SHIFT_MASK)
    }

    /// GTK's own name of a shortcut.
    private static func spelling(of key: guint, with modifiers: GdkModifierType) -> String {
        guard let text = gtk_accelerator_get_label(key, modifiers) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
