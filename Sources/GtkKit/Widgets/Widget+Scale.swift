import CGtk

extension Widget {
    /// How many pixels of the screen there are to one of the widget's own, across and upright.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(pointer)) }

    /// Whether people read from right to left here.
    public var readsLeftwards: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

    /// In its own pixels, as GTK last laid it out.
    public var laidOutWidth: Int { Int(gtk_widget_get_allocated_width(pointer)) }

    /// In its own pixels, as GTK last laid it out.
    public var laidOutHeight: Int { Int(gtk_widget_get_allocated_height(pointer)) }
}
