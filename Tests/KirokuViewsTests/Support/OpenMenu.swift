import CGtk
import TestSupport

/// The menu that has the grab, if one is open.
@MainActor
func openMenu() -> UnsafeMutablePointer<GtkWidget>? {
    guard let widget = gtk_grab_get_current(),
        g_type_check_instance_is_a(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), gtk_menu_get_type()) != 0
    else { return nil }
    return widget
}

/// Closes it, as Esc does.
@MainActor
func closeMenu() {
    if let menu = openMenu() {
        gtk_menu_shell_cancel(UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkMenuShell.self))
    }
    workOff()
}
