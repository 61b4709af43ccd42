import CGtk

/// Widgets side by side as far as there is room, and below each other otherwise.
///
/// - Parameters:
///   - spacing: what stays free between two, in pixels.
///   - perLine: how many are beside each other at most; all without.
///   - areEqual: whether all get as much room as the widest one needs.
@MainActor
public func sideBySide(
    _ widgets: [AnyWidget], spacing: Int, perLine: Int? = nil, areEqual: Bool = false
) -> AnyWidget {
    let widget = made(gtk_flow_box_new())
    let box = AnyWidget(widget)
    let pointer = box.cast(to: GtkFlowBox.self)
    gtk_flow_box_set_selection_mode(pointer, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(pointer, guint(clamping: perLine ?? widgets.count))
    gtk_flow_box_set_homogeneous(pointer, areEqual ? 1 : 0)
    gtk_flow_box_set_column_spacing(pointer, guint(clamping: spacing))
    gtk_flow_box_set_row_spacing(pointer, guint(clamping: spacing))
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    // Otherwise screen readers would meet a table.
    atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_FILLER)
    for widget in widgets {
        guard let place = gtk_flow_box_child_new() else { continue }
        // What is in it is operated, not the place.
        gtk_widget_set_can_focus(place, 0)
        atk_object_set_role(gtk_widget_get_accessible(place), ATK_ROLE_FILLER)
        gtk_container_add(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GtkContainer.self), widget.pointer)
        gtk_container_add(box.cast(to: GtkContainer.self), place)
    }
    return box
}
