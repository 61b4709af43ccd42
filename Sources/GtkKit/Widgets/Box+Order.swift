import CGtk

extension Box {
    /// Moves a widget that is in it to another place among the others, from 0.
    public func move(_ widget: some Widget, to place: Int) {
        gtk_box_reorder_child(cast(to: GtkBox.self), widget.pointer, Int32(clamping: place))
    }
}
