import CGtk

extension ComboBox {
    /// Puts other choices in the place of those there are; none is chosen then.
    public func setChoices(_ choices: [String]) {
        let box = cast(to: GtkComboBoxText.self)
        gtk_combo_box_text_remove_all(box)
        for choice in choices { gtk_combo_box_text_append_text(box, choice) }
    }

    /// Has it be about so many letters wide, whatever the choices are; what is longer ends in an ellipsis.
    public func setWidth(letters: Int) {
        let cells = gtk_cell_layout_get_cells(OpaquePointer(object))
        defer { g_list_free(cells) }
        guard let cell = cells?.pointee.data?.assumingMemoryBound(to: GObject.self) else { return }
        var ellipsis = GValue()
        g_value_init(&ellipsis, pango_ellipsize_mode_get_type())
        g_value_set_enum(&ellipsis, Int32(PANGO_ELLIPSIZE_END.rawValue))
        g_object_set_property(cell, "ellipsize", &ellipsis)
        g_value_unset(&ellipsis)
        var width = GValue()
        g_value_init(&width, g_type_from_name("gint"))
        g_value_set_int(&width, Int32(clamping: letters))
        g_object_set_property(cell, "width-chars", &width)
        g_value_unset(&width)
    }
}
