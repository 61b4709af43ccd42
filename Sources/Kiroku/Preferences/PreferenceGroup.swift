import GtkKit

/// Preferences that belong together, under a heading.
@MainActor
struct PreferenceGroup {
    let widget = column(spacing: 6)
    private let frame = column()

    init(_ title: String, rows: [PreferenceRow], below: AnyWidget? = nil) {
        widget.append(heading(title))
        frame.addStyleClass("kiroku-group")
        for row in rows { frame.append(row.widget) }
        if let below { frame.append(below) }
        widget.append(frame)
    }
}
