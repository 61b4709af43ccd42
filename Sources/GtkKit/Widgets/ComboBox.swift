import CGtk

/// A list of choices of which one is chosen and shown.
public struct ComboBox: Widget {
    /// The `GtkComboBoxText`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Which of the choices is chosen, from 0; `nil` for none.
    ///
    /// Setting one that is not there chooses none.
    public var chosen: Int? {
        get {
            let index = gtk_combo_box_get_active(cast(to: GtkComboBox.self))
            return index < 0 ? nil : Int(index)
        }
        nonmutating set { gtk_combo_box_set_active(cast(to: GtkComboBox.self), Int32(clamping: newValue ?? -1)) }
    }

    /// Calls `body` after another choice was made, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "changed", body)
    }
}

/// A list of these choices with none chosen; a screen reader calls it by `name`.
@MainActor
public func comboBox(name: String, choices: [String]) -> ComboBox {
    let widget = made(gtk_combo_box_text_new())
    let box = ComboBox(pointer: widget)
    for choice in choices { gtk_combo_box_text_append_text(box.cast(to: GtkComboBoxText.self), choice) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    box.accessibleName = name
    return box
}

extension ComboBox {
    /// Puts other choices in the place of those there are; none is chosen then.
    public func setChoices(_ choices: [String]) {
        let box = cast(to: GtkComboBoxText.self)
        gtk_combo_box_text_remove_all(box)
        for choice in choices { gtk_combo_box_text_append_text(box, choice) }
    }

    /// Sets its width in characters, approximately, whatever the choices are; longer ones end in an ellipsis.
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
