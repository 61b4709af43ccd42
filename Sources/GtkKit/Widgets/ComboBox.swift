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

extension ComboBox {
    /// Calls `body` on Enter, which then no longer opens the list; Space still does.
    public func onEnter(_ body: @escaping @MainActor () -> Void) {
        // The focus is in a button of its own, which would take the key.
        for widget in Self.all(in: AnyWidget(self)) {
            widget.onKey { key in
                guard key.key == .enter, key.modifiers.isEmpty else { return false }
                body()
                return true
            }
        }
    }

    private static func all(in widget: AnyWidget) -> [AnyWidget] { [widget] + widget.parts.flatMap(all) }
}

/// Creates a list of choices, none of them chosen; `name` is for screen readers.
///
/// While it has the focus, a letter chooses the next choice that begins with it; in the open list, it moves there.
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
        Signals.connectNotify(object, "popup-shown") { goByLettersInList() }
        goByLettersInList()
    }

    /// In the menu that GTK opens as the list, letters would only press mnemonics.
    private func goByLettersInList() {
        guard let menu = list,
            gtk_style_context_has_class(gtk_widget_get_style_context(menu.pointer), Self.goesByLetters) == 0
        else { return }
        menu.addStyleClass(Self.goesByLetters)
        let shell = menu.cast(to: GtkMenuShell.self)
        // GTK's own handler of "key-press-event" leaves nothing to others.
        Signals.connectEvent(menu.object, "event") { event in
            guard event.pointee.type == GDK_KEY_PRESS else { return false }
            let items = menu.parts
            let selected = gtk_menu_shell_get_selected_item(shell)
            let index = items.firstIndex { $0.pointer == selected }
            guard let letter = KeyEvent(event).letter, let next = next(index, beginningWith: letter),
                items.indices.contains(next)
            else { return false }
            gtk_menu_shell_select_item(shell, items[next].pointer)
            return true
        }
    }

    /// GTK makes another list when the theme wants one.
    private static let goesByLetters = "kiroku-goes-by-letters"

    /// The menu that is the list; `nil` if a theme gives the list another look.
    private var list: AnyWidget? {
        guard let accessible = gtk_combo_box_get_popup_accessible(cast(to: GtkComboBox.self)),
            let widget = gtk_accessible_get_widget(
                UnsafeMutableRawPointer(accessible).assumingMemoryBound(to: GtkAccessible.self)),
            kiroku_is_a(widget, gtk_menu_shell_get_type()) != 0
        else { return nil }
        return AnyWidget(widget)
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
