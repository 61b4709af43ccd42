import CGtk

/// Takes the keys and clicks back that a menu has without being seen.
///
/// A menu shows only if the display gives it pointer and keyboard, which another program, such as the window manager,
/// may have at that moment. Asked for by a key, as a combo box's list or a text's menu can be, it has GTK's own grab all
/// the same (GTK 3.24.38), and nothing in the program could be operated any more.
@MainActor
enum StrandedMenu {
    /// Frees the program of such menus from now on, whenever one takes the grab from this window.
    static func free(_ window: some Widget) {
        // Before any event is handled, and however busy the loop is with drawing.
        Signals.connectInt(window.object, "grab-notify") { _ in MainLoop.next { freeNow() } }
    }

    private static func freeNow() {
        guard let menu = gtk_grab_get_current(), gtk_widget_get_mapped(menu) == 0,
            kiroku_is_a(UnsafeMutableRawPointer(menu), gtk_menu_shell_get_type()) != 0
        else { return }
        gtk_menu_shell_deactivate(UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self))
    }
}
