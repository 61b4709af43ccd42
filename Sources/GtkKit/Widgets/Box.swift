import CGtk

/// Widgets side by side, or one below the other.
public struct Box: Widget {
    /// The `GtkBox`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts the widget after those already appended; `fills` gives it a share of the spare room.
    public func append(_ widget: some Widget, fills: Bool = false) {
        gtk_box_pack_start(cast(to: GtkBox.self), widget.pointer, fills ? 1 : 0, fills ? 1 : 0, 0)
    }

    /// Puts the widgets one below the other from now on, or side by side.
    public func setUpright(_ isUpright: Bool) {
        gtk_orientable_set_orientation(
            OpaquePointer(object), isUpright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    }

    /// Puts the widget at the far end, before those already there.
    public func appendAtEnd(_ widget: some Widget) {
        gtk_box_pack_end(cast(to: GtkBox.self), widget.pointer, 0, 0, 0)
    }
}

/// Creates a box with widgets side by side, along the direction of reading.
@MainActor
public func row(spacing: Int = 6) -> Box {
    box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing)
}

/// Creates a box with widgets one below the other.
@MainActor
public func column(spacing: Int = 0) -> Box {
    box(GTK_ORIENTATION_VERTICAL, spacing: spacing)
}

@MainActor
private func box(_ orientation: GtkOrientation, spacing: Int) -> Box {
    let widget = made(gtk_box_new(orientation, Int32(spacing)))
    return Box(pointer: widget)
}

/// Creates a row of related buttons, joined edge to edge.
@MainActor
public func linkedRow(_ buttons: any Widget...) -> Box {
    let box = row(spacing: 0)
    box.addStyleClass("linked")
    for button in buttons { box.append(AnyWidget(button)) }
    return box
}

extension Box {
    /// Moves a widget of the box to another index, from 0.
    public func move(_ widget: some Widget, to place: Int) {
        gtk_box_reorder_child(cast(to: GtkBox.self), widget.pointer, Int32(clamping: place))
    }
}

/// Puts widgets side by side while there is room, and the others below.
///
/// - Parameters:
///   - spacing: the space between two widgets, in pixels.
///   - lineSpacing: the space between two lines, in pixels; `nil` for the same.
///   - perLine: the maximum number of widgets in a line; `nil` for all.
///   - areEqual: whether each widget gets as much room as the widest one needs.
@MainActor
public func sideBySide(
    _ widgets: [AnyWidget], spacing: Int, lineSpacing: Int? = nil, perLine: Int? = nil, areEqual: Bool = false
) -> AnyWidget {
    let widget = made(gtk_flow_box_new())
    let box = AnyWidget(widget)
    let pointer = box.cast(to: GtkFlowBox.self)
    gtk_flow_box_set_selection_mode(pointer, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(pointer, guint(clamping: perLine ?? widgets.count))
    gtk_flow_box_set_homogeneous(pointer, areEqual ? 1 : 0)
    gtk_flow_box_set_column_spacing(pointer, guint(clamping: spacing))
    gtk_flow_box_set_row_spacing(pointer, guint(clamping: lineSpacing ?? spacing))
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    // Otherwise screen readers would present a table.
    atk_object_set_role(gtk_widget_get_accessible(widget), ATK_ROLE_FILLER)
    for widget in widgets {
        guard let place = gtk_flow_box_child_new() else { continue }
        // The user operates the widget, not its place.
        gtk_widget_set_can_focus(place, 0)
        atk_object_set_role(gtk_widget_get_accessible(place), ATK_ROLE_FILLER)
        gtk_container_add(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GtkContainer.self), widget.pointer)
        gtk_container_add(box.cast(to: GtkContainer.self), place)
    }
    return box
}

/// Gives all these widgets the width of the widest one, wherever they are in a window.
@MainActor
public func makeSameWidth(_ widgets: [some Widget]) {
    let group = made(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
    for widget in widgets { gtk_size_group_add_widget(group, widget.pointer) }
    // The widgets keep the group alive.
    g_object_unref(UnsafeMutableRawPointer(group))
}
