import GtkKit
import KirokuViews

/// The colours of the roles, and widgets, side by side in light, dark and high contrast.
final class RolesExperiment: Experiment {
    static let title = "Roles"

    private let panels: [(kind: ThemeKind, panel: RolePanel)]

    init(on page: Page) throws {
        let line = row(spacing: 0)
        panels = try ThemeKind.allCases.map { ($0, try RolePanel(title: $0.rawValue)) }
        for (_, panel) in panels { line.append(panel.widget, fills: true) }
        page.show(scrolled(line))
        for (kind, panel) in panels { panel.widget.showAsIfUnder(kind) }
    }

    static let steps: [Step<RolesExperiment>] = [
        .normal("insensitive") { me in
            for (_, panel) in me.panels { panel.gallery.widget.isSensitive = false }
        },
        .normal("sensitive") { me in
            for (_, panel) in me.panels { panel.gallery.widget.isSensitive = true }
        },
        .normal("all roles differ from the background") { me in
            for (kind, panel) in me.panels {
                let theme = Theme(of: panel.widget)
                let background = theme.color("theme_bg_color")
                for role in ColorRole.allCases {
                    try check(panel.color(of: role) != background, "\(role) under \(kind)")
                }
            }
        },
        .normal("light and dark are two") { me in
            let backgrounds = me.panels.map { Theme(of: $0.panel.widget).color("theme_bg_color")?.luminance ?? 0 }
            try check(backgrounds[0] > 0.5 && backgrounds[1] < 0.5, "the backgrounds are \(backgrounds)")
        },
    ]
}

/// The roles, a gallery of widgets and a chart, under one theme.
@MainActor
private final class RolePanel {
    let widget = column(spacing: 4)
    let gallery = WidgetGallery()
    private var samples: [ColorRole: Label] = [:]

    init(title: String) throws {
        widget.append(label(title, alignment: .center))
        for role in ColorRole.allCases {
            let sample = label(role.rawValue, role: role)
            sample.setMargins(horizontal: 12)
            samples[role] = sample
            widget.append(sample)
        }
        widget.append(gallery.widget)
        let chart = BarChart(name: "Chart, \(title)")
        try chart.setSize(width: 160, height: 120)
        try chart.setBars(labels: ["a", "b", "c"], values: [3, 5, 2])
        widget.append(chart.canvas, fills: true)
    }

    /// The colour of the role's sample.
    func color(of role: ColorRole) -> Color? {
        samples[role].map { Theme(of: $0).color(role) }
    }
}
