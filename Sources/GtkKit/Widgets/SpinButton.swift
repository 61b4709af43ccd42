import CGtk

/// A number that can be typed, or changed step by step.
public struct SpinButton: Widget {
    /// The `GtkSpinButton`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The number; setting one outside the range sets the nearest one inside.
    public var value: Double {
        get { gtk_spin_button_get_value(cast(to: GtkSpinButton.self)) }
        nonmutating set { gtk_spin_button_set_value(cast(to: GtkSpinButton.self), newValue) }
    }

    /// Calls `body` after the number changed, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "value-changed", body)
    }
}

/// A spin button for numbers of this range; a screen reader calls it by `name`.
///
/// - Parameters:
///   - step: how far one step goes.
///   - decimals: how many digits are shown after the point.
@MainActor
public func spinButton(
    name: String, range: ClosedRange<Double>, step: Double = 1, decimals: Int = 0
) -> SpinButton {
    let widget = made(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    let button = SpinButton(pointer: widget)
    gtk_spin_button_set_digits(button.cast(to: GtkSpinButton.self), guint(clamping: decimals))
    gtk_spin_button_set_numeric(button.cast(to: GtkSpinButton.self), 1)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    button.accessibleName = name
    return button
}
