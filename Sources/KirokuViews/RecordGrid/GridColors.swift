import GtkKit

/// The colours of a view that draws its own content, from the theme and the style sheet.
@MainActor
struct GridColors {
    let text: Color
    let muted: Color
    let line: Color
    let background: Color
    let headerBackground: Color
    let selection: Color
    /// The frame of the cursor's cell, which stands out from the background in dark themes, too.
    let cursor: Color
    let error: Color
    /// The colour of marked records.
    let mark: Color
    /// The colour of conflicts.
    let conflict: Color
    /// The colours of choices and people.
    let roles: RoleColors
}

extension GridColors {
    init(_ theme: Theme) {
        let black = Color(red: 0, green: 0, blue: 0)
        let white = Color(red: 1, green: 1, blue: 1)
        let base = theme.color("theme_base_color") ?? white
        text = theme.color("theme_text_color") ?? black
        background = base
        muted = theme.color(.muted)
        line = text.mixed(with: base, 0.84)
        headerBackground = theme.color("theme_bg_color") ?? white
        selection = theme.color("theme_selected_bg_color") ?? text
        cursor = theme.color(.selected)
        error = theme.color(.error)
        mark = theme.color(.caution)
        conflict = theme.color(.conflict)
        roles = RoleColors(theme)
    }
}
