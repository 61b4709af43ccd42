import CGtk

/// A slider with a few named steps.
public struct StepScale: Widget {
    /// The `GtkScale`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The current step, from 0; beyond the ends, the end is set.
    public var step: Int {
        get { Int(gtk_range_get_value(cast(to: GtkRange.self)).rounded()) }
        nonmutating set { gtk_range_set_value(cast(to: GtkRange.self), Double(newValue)) }
    }

    /// Calls `body` when the step has changed, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signals.connect(object, "value-changed", body)
    }
}

/// Creates a slider at its first step, with the names of the steps below it; `name` is for screen readers.
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
