import CGtk

/// Widgets in rows and columns.
public struct Grid: Widget {
    /// The `GtkGrid`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Puts the widget into a cell of the grid, counted from 0; columns run along the direction of reading.
    public func attach(_ widget: some Widget, column: Int, row: Int) {
        gtk_grid_attach(cast(to: GtkGrid.self), widget.pointer, Int32(column), Int32(row), 1, 1)
    }

    /// Puts the widget into several cells of a row, from the first column on.
    public func attach(_ widget: some Widget, acrossColumns count: Int, row: Int) {
        gtk_grid_attach(cast(to: GtkGrid.self), widget.pointer, 0, Int32(row), Int32(count), 1)
    }

    /// Sets the spacing between columns and between rows, in pixels.
    public func setSpacing(columns: Int, rows: Int) {
        gtk_grid_set_column_spacing(cast(to: GtkGrid.self), guint(columns))
        gtk_grid_set_row_spacing(cast(to: GtkGrid.self), guint(rows))
    }
}

/// Creates an empty grid without space between its cells.
@MainActor
public func grid() -> Grid {
    let widget = made(gtk_grid_new())
    return Grid(pointer: widget)
}

extension Grid {
    /// Gives all columns the same width, and sets the spacing between cells, in pixels.
    public func setEven(spacing: Int) {
        gtk_grid_set_column_homogeneous(cast(to: GtkGrid.self), 1)
        gtk_grid_set_column_spacing(cast(to: GtkGrid.self), guint(spacing))
        gtk_grid_set_row_spacing(cast(to: GtkGrid.self), guint(spacing))
    }
}
