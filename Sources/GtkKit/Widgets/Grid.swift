import CGtk

/// Widgets in rows and columns.
public struct Grid: Widget {
    public let pointer: UnsafeMutablePointer<GtkWidget>

    public func attach(_ widget: some Widget, column: Int, row: Int) {
        gtk_grid_attach(cast(to: GtkGrid.self), widget.pointer, Int32(column), Int32(row), 1, 1)
    }
}

@MainActor
public func grid() -> Grid {
    guard let widget = gtk_grid_new() else { preconditionFailure("GTK made no grid") }
    return Grid(pointer: widget)
}
