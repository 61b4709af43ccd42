import CGtk

/// Widgets side by side, or one below the other.
public struct Box: Widget {
    /// The `GtkBox`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts the widget after those already appended; `fills` gives it a share of the room left over.
    public func append(_ widget: some Widget, fills: Bool = false) {
        gtk_box_pack_start(cast(to: GtkBox.self), widget.pointer, fills ? 1 : 0, fills ? 1 : 0, 0)
    }

    /// Puts the widget at the far end, before those already put there.
    public func appendAtEnd(_ widget: some Widget) {
        gtk_box_pack_end(cast(to: GtkBox.self), widget.pointer, 0, 0, 0)
    }
}

/// Widgets side by side, along the direction of reading.
@MainActor
public func row(spacing: Int = 6) -> Box {
    box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing)
}

/// Widgets one below the other.
@MainActor
public func column(spacing: Int = 0) -> Box {
    box(GTK_ORIENTATION_VERTICAL, spacing: spacing)
}

@MainActor
private func box(_ orientation: GtkOrientation, spacing: Int) -> Box {
    let widget = made(gtk_box_new(orientation, Int32(spacing)))
    return Box(pointer: widget)
}

/// Buttons that belong together, joined edge to edge.
@MainActor
public func linkedRow(_ buttons: any Widget...) -> Box {
    let box = row(spacing: 0)
    box.addStyleClass("linked")
    for button in buttons { box.append(AnyWidget(button)) }
    return box
}
