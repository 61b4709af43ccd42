import CGtk

/// Two widgets with an edge between them that the user can drag.
public struct Paned: Widget {
    /// The `GtkPaned`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether the widgets are side by side; otherwise one is below the other.
    public var isRow: Bool {
        get { gtk_orientable_get_orientation(OpaquePointer(object)) == GTK_ORIENTATION_HORIZONTAL }
        nonmutating set {
            gtk_orientable_set_orientation(
                OpaquePointer(object), newValue ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
        }
    }

    /// The size of the first widget, in pixels.
    public var position: Int {
        get { Int(gtk_paned_get_position(cast(to: GtkPaned.self))) }
        nonmutating set { gtk_paned_set_position(cast(to: GtkPaned.self), Int32(newValue)) }
    }
}

/// Puts two widgets side by side; the first takes the spare room, and neither becomes smaller than it needs.
///
/// The edge never takes the focus: keys that are typed there would be lost.
@MainActor
public func panedRow(_ first: some Widget, _ second: some Widget) -> Paned {
    _ = removedKeys
    let widget = made(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
    let paned = Paned(pointer: widget)
    gtk_paned_pack1(paned.cast(to: GtkPaned.self), first.pointer, 1, 0)
    gtk_paned_pack2(paned.cast(to: GtkPaned.self), second.pointer, 0, 0)
    return paned
}

/// Removes GTK's keys that move the focus between the two widgets and to their edge: F6 and F8, also with Shift.
@MainActor private let removedKeys: Void = {
    let keys = gtk_binding_set_by_class(g_type_class_ref(gtk_paned_get_type()))
    for key in [GDK_KEY_F6, GDK_KEY_F8] {
        gtk_binding_entry_remove(keys, UInt32(key), GdkModifierType(0))
        gtk_binding_entry_remove(keys, UInt32(key), GDK_SHIFT_MASK)
    }
}()
