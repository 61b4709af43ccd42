import CGtk

/// The style sheet of the application, and the theme it lies over.
@MainActor
public enum StyleSheet {
    /// Lays a style sheet over the theme, for all windows.
    ///
    /// - Returns: what is wrong with the sheet, or `nil`.
    public static func install(css: String) -> String? {
        guard let screen = gdk_screen_get_default(), let provider = gtk_css_provider_new() else { return "no screen" }
        defer { g_object_unref(provider) }
        var failure: UnsafeMutablePointer<GError>?
        guard gtk_css_provider_load_from_data(provider, css, css.utf8.count, &failure) != 0 else {
            defer { g_clear_error(&failure) }
            return failure.map { String(cString: $0.pointee.message) } ?? "unknown"
        }
        gtk_style_context_add_provider_for_screen(
            screen, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        return nil
    }

    /// Gives a window the class of the theme's kind, "kiroku-light", "kiroku-dark" or "kiroku-high-contrast", and keeps
    /// it true when the theme changes.
    ///
    /// The style sheet tells roles apart by it.
    public static func followTheme(_ window: some Widget) {
        let pointer = window.pointer
        let update: @MainActor () -> Void = {
            let widget = AnyWidget(pointer)
            let kind = ThemeKind(of: widget)
            for other in ThemeKind.allCases { widget.removeStyleClass(other.styleClass) }
            widget.addStyleClass(kind.styleClass)
        }
        update()
        guard let settings = gtk_settings_get_default() else { return }
        var handlers: [UInt] = []
        for property in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            handlers.append(Signals.connectNotify(UnsafeMutableRawPointer(settings), property, update))
        }
        window.onDestroy {
            for handler in handlers { Signals.disconnect(UnsafeMutableRawPointer(settings), handler) }
        }
    }
}

/// The kinds of theme that the roles have colours for.
public enum ThemeKind: String, Sendable, CaseIterable {
    case light, dark
    case highContrast = "high-contrast"

    /// The CSS class of a window under such a theme.
    public var styleClass: String { "kiroku-" + rawValue }

    /// What the widget's theme is, told from its name and the lightness of its background.
    @MainActor
    init(of widget: some Widget) {
        let settings = gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }
        let name = settings.flatMap { kiroku_get_string_property($0, "gtk-theme-name") }
        defer { g_free(name) }
        let isHighContrast = name.map { String(cString: $0).hasPrefix("HighContrast") } ?? false
        let background = Theme(of: widget).color("theme_bg_color") ?? Color(red: 1, green: 1, blue: 1)
        // The inverse of the high-contrast theme is dark, so the colours for dark themes are those that stand out there.
        self = background.luminance < 0.5 ? .dark : isHighContrast ? .highContrast : .light
    }
}

extension Widget {
    /// Scales the text in this widget and everything inside it, relative to the theme's size.
    public func setTextScale(_ scale: Double) {
        let key = "kiroku-text-scale"
        let context = gtk_widget_get_style_context(pointer)
        if let old = g_object_get_data(cast(to: GObject.self), key) {
            gtk_style_context_remove_provider(context, OpaquePointer(old))
            g_object_set_data(cast(to: GObject.self), key, nil)
        }
        guard scale != 1, scale.isFinite, scale > 0, let provider = gtk_css_provider_new() else { return }
        let css = "* { font-size: \(Int((scale * 100).rounded()))%; }"
        gtk_css_provider_load_from_data(provider, css, css.utf8.count, nil)
        gtk_style_context_add_provider(
            context, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { g_object_unref($0) }
        g_object_set_data_full(cast(to: GObject.self), key, UnsafeMutableRawPointer(provider), destroy)
    }
}

/// Whether the user wants things to move.
@MainActor
public enum Animations {
    /// What the desktop's settings say at this moment.
    public static var areEnabled: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return kiroku_get_bool_property(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }
}
