import GtkKit

/// Leads back to a widget, or where that has gone or cannot have the focus any more, to the nearest place that can.
@MainActor
struct FocusTrail {
    /// The widget and what it lies in, from the inside out.
    private var widgets: [WeakWidget] = []

    /// A trail that leads nowhere.
    init() {}

    /// A trail to this widget.
    init(to widget: AnyWidget) {
        var next: AnyWidget? = widget
        while let current = next {
            widgets.append(WeakWidget(current))
            next = current.holder
        }
    }

    /// This trail, and another one for where it leads nowhere any more.
    func continued(by other: FocusTrail?) -> FocusTrail {
        var trail = self
        trail.widgets += other?.widgets ?? []
        return trail
    }

    /// Gives the focus back.
    ///
    /// - Parameter limit: the focus goes nowhere outside this widget.
    func follow(within limit: some Widget) {
        for reference in widgets {
            guard let widget = reference.widget, limit.holds(widget), widget.isMapped else { continue }
            widget.grabFocus()
            if widget.hasFocusInWindow || widget.moveFocus(.next) || widget.pointer == limit.pointer { return }
        }
    }
}
