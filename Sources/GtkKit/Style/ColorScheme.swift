import CGtk

/// Whether windows are light or dark.
public enum ColorScheme: Sendable, CaseIterable {
    /// Follows the desktop.
    case system
    case light
    case dark

    /// Gives all windows of the program this scheme, from now on.
    ///
    /// - Precondition: GTK has been started.
    @MainActor
    public func apply() {
        ThemeReading.once {
            hdy_init()
            let scheme =
                switch self {
                case .system: HDY_COLOR_SCHEME_PREFER_LIGHT
                case .light: HDY_COLOR_SCHEME_FORCE_LIGHT
                case .dark: HDY_COLOR_SCHEME_FORCE_DARK
                }
            hdy_style_manager_set_color_scheme(hdy_style_manager_get_default(), scheme)
        }
    }
}
