import CGtk

/// A number that the user types, or changes step by step.
public struct SpinButton: Widget {
    /// The `GtkSpinButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The number; outside the range, the nearest number in it is set.
    public var value: Double {
        get { gtk_spin_button_get_value(cast(to: GtkSpinButton.self)) }
        nonmutating set { gtk_spin_button_set_value(cast(to: GtkSpinButton.self), newValue) }
    }

    /// Calls `body` when the number has changed, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "value-changed", body)
    }

    /// Calls `body` when the user has typed something that is not in the range; the previous number is then restored.
    public func onRefusal(_ body: @escaping @MainActor () -> Void) {
        Signals.connectPointer(object, "input") { _ in
            if !isTypedInRange { body() }
            return false
        }
    }

    private var isTypedInRange: Bool {
        var (least, most) = (0.0, 0.0)
        gtk_spin_button_get_range(cast(to: GtkSpinButton.self), &least, &most)
        // GTK reads it in the same way: a number in the user's locale, or with a point.
        guard let text = gtk_entry_get_text(cast(to: GtkEntry.self)) else { return false }
        var end: UnsafeMutablePointer<CChar>?
        let number = g_strtod(text, &end)
        return end?.pointee == 0 && (least...most).contains(number)
    }
}

/// Creates a spin button for numbers in this range; `name` is for screen readers.
///
/// Typing anything outside the range changes nothing; see ``SpinButton/onRefusal(_:)``.
///
/// - Parameters:
///   - step: the distance of one step.
///   - decimals: the number of digits after the point.
@MainActor
public func spinButton(
    name: String, range: ClosedRange<Double>, step: Double = 1, decimals: Int = 0
) -> SpinButton {
    let widget = made(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    let button = SpinButton(pointer: widget)
    gtk_spin_button_set_digits(button.cast(to: GtkSpinButton.self), guint(clamping: decimals))
    gtk_spin_button_set_numeric(button.cast(to: GtkSpinButton.self), 1)
    gtk_spin_button_set_update_policy(button.cast(to: GtkSpinButton.self), GTK_UPDATE_IF_VALID)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.accessibleName = name
    gtk_entry_set_input_hints(button.cast(to: GtkEntry.self), GTK_INPUT_HINT_NO_EMOJI)
    Entry(pointer: widget).refuseEmojiList()
    return button
}
