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
///
/// While it has the focus, a letter chooses the next choice that begins with it.
@MainActor
public func comboBox(name: String, choices: [String]) -> ComboBox {
    let widget = made(gtk_combo_box_text_new())
    let box = ComboBox(pointer: widget)
    for choice in choices { gtk_combo_box_text_append_text(box.cast(to: GtkComboBoxText.self), choice) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    box.accessibleName = name
    box.chooseByLetters()
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

// MARK: Letters

extension ComboBox {
    fileprivate func chooseByLetters() {
        onKey { key in
            guard let letter = key.letter, let next = next(chosen, beginningWith: letter) else { return false }
            chosen = next
            return true
        }
    }

    /// The first choice after another one, continuing at the beginning, whose text begins with a letter of either case.
    private func next(_ index: Int?, beginningWith letter: Character) -> Int? {
        let texts = texts
        let start = (index ?? -1) + 1
        return texts.indices.map { ($0 + start) % texts.count }
            .first { texts[$0].first?.lowercased() == letter.lowercased() }
    }

    private var texts: [String] {
        guard let model = gtk_combo_box_get_model(cast(to: GtkComboBox.self)) else { return [] }
        return (0..<gtk_tree_model_iter_n_children(model, nil)).map { index in
            var place = GtkTreeIter()
            guard gtk_tree_model_iter_nth_child(model, &place, nil, index) != 0 else { return "" }
            var value = GValue()
            gtk_tree_model_get_value(model, &place, 0, &value)
            defer { g_value_unset(&value) }
            return g_value_get_string(&value).map { String(cString: $0) } ?? ""
        }
    }
}

extension KeyEvent {
    /// The letter or digit that is typed; `nil` for other keys, and with Ctrl or Alt.
    fileprivate var letter: Character? {
        guard modifiers.isSubset(of: .shift), case .character(let character) = key,
            character.isLetter || character.isNumber
        else { return nil }
        return character
    }
}
