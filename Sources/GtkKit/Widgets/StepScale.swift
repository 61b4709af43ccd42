import CGtk

/// A slider that stands at one of a few named steps.
public struct StepScale: Widget {
    /// The `GtkScale`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The step it stands at, from 0; setting one beyond the ends sets the end.
    public var step: Int {
        get { Int(gtk_range_get_value(cast(to: GtkRange.self)).rounded()) }
        nonmutating set { gtk_range_set_value(cast(to: GtkRange.self), Double(newValue)) }
    }

    /// Calls `body` after the step changed, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "value-changed", body)
    }
}

/// A slider with these steps, which stand below it, at the first one; a screen reader calls it by `name`.
@MainActor
public func stepScale(name: String, steps: [String]) -> StepScale {
    let last = Double(max(steps.count - 1, 1))
    let widget = made(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, last, 1))
    let scale = StepScale(pointer: widget)
    let pointer = scale.cast(to: GtkScale.self)
    gtk_scale_set_digits(pointer, 0)
    gtk_scale_set_draw_value(pointer, 0)
    gtk_range_set_increments(scale.cast(to: GtkRange.self), 1, 1)
    for (step, name) in steps.enumerated() { gtk_scale_add_mark(pointer, Double(step), GTK_POS_BOTTOM, name) }
    scale.accessibleName = name
    return scale
}
