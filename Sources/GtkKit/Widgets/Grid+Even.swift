import CGtk

extension Grid {
    /// Gives all columns the same width, and keeps so many pixels free between cells.
    public func setEven(spacing: Int) {
        gtk_grid_set_column_homogeneous(cast(to: GtkGrid.self), 1)
        gtk_grid_set_column_spacing(cast(to: GtkGrid.self), guint(spacing))
        gtk_grid_set_row_spacing(cast(to: GtkGrid.self), guint(spacing))
    }
}
