import CGtk

/// A list of choices that shows the current choice.
public struct ComboBox: Widget {
    /// The `GtkComboBoxText`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The index of the current choice; `nil` for none.
    ///
    /// Setting an index that does not exist selects none.
    public var chosen: Int? {
        get {
            let index = gtk_combo_box_get_active(cast(to: GtkComboBox.self))
            return index < 0 ? nil : Int(index)
        }
        nonmutating set { gtk_combo_box_set_active(cast(to: GtkComboBox.self), Int32(clamping: newValue ?? -1)) }
    }

    /// Calls `body` when the choice has changed, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "changed", body)
    }
}

/// Creates a list of choices, none of them chosen; `name` is for screen readers.
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
    /// Replaces the choices; none is chosen then.
    public func setChoices(_ choices: [String]) {
        let box = cast(to: GtkComboBoxText.self)
        gtk_combo_box_text_remove_all(box)
        for choice in choices { gtk_combo_box_text_append_text(box, choice) }
    }

    /// Sets an approximate width in characters, whatever the choices are; longer ones end in an ellipsis.
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
