import CGtk

/// A box to tick, which may also be neither ticked nor empty.
public struct CheckButton: Widget {
    /// The `GtkCheckButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Whether it is ticked; `nil` while it is neither, which a dash shows.
    public var isOn: Bool? {
        get {
            let toggle = cast(to: GtkToggleButton.self)
            return gtk_toggle_button_get_inconsistent(toggle) != 0 ? nil : gtk_toggle_button_get_active(toggle) != 0
        }
        nonmutating set {
            let toggle = cast(to: GtkToggleButton.self)
            gtk_toggle_button_set_inconsistent(toggle, newValue == nil ? 1 : 0)
            gtk_toggle_button_set_active(toggle, newValue == true ? 1 : 0)
        }
    }

    /// Calls `body` when a person ticks it or takes the tick away, and when ``isOn`` is set to another value.
    public func onToggle(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "toggled", body)
    }
}

/// A box to tick, with words beside it; an underscore before a letter makes it the mnemonic.
@MainActor
public func checkButton(_ caption: String = "", name: String? = nil) -> CheckButton {
    let widget = made(caption.isEmpty ? gtk_check_button_new() : gtk_check_button_new_with_mnemonic(caption))
    let button = CheckButton(pointer: widget)
    if let name { button.accessibleName = name }
    return button
}
