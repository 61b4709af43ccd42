import CGtk

/// The style sheet of the application, and the theme below it.
@MainActor
public enum StyleSheet {
    /// Applies a style sheet over the theme, for all windows.
    ///
    /// - Returns: the first fault in the sheet; `nil` if there is none.
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

    /// Gives a window the style class of the theme's kind, and follows changes of the theme.
    ///
    /// The class is "kiroku-light", "kiroku-dark" or "kiroku-high-contrast"; the style sheet has different role colours
    /// for each.
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

/// The kinds of theme for which the roles have colours.
public enum ThemeKind: String, Sendable, CaseIterable {
    case light, dark
    case highContrast = "high-contrast"

    /// The CSS class of a window with such a theme.
    public var styleClass: String { "kiroku-" + rawValue }

    /// Determines the kind of the widget's theme from its name and the lightness of its background.
    @MainActor
    init(of widget: some Widget) {
        let settings = gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }
        let name = settings.flatMap { kiroku_get_string_property($0, "gtk-theme-name") }
        defer { g_free(name) }
        let isHighContrast = name.map { String(cString: $0).hasPrefix("HighContrast") } ?? false
        let background = Theme(of: widget).color("theme_bg_color") ?? Color(red: 1, green: 1, blue: 1)
        // The inverse high-contrast theme is dark, so the colours for dark themes stand out in it.
        self = background.luminance < 0.5 ? .dark : isHighContrast ? .highContrast : .light
    }
}

extension Widget {
    /// Scales the text in this widget and in all widgets inside it, relative to the theme's size.
    public func setTextScale(_ scale: Double) {
        let isScaled = scale != 1 && scale.isFinite && scale > 0
        setStyle(isScaled ? "* { font-size: \(Int((scale * 100).rounded()))%; }" : nil, key: "kiroku-text-scale")
    }

    /// Gives only this widget its own style, instead of the one it had under this key.
    func setStyle(_ css: String?, key: String) {
        let context = gtk_widget_get_style_context(pointer)
        if let old = g_object_get_data(cast(to: GObject.self), key) {
            gtk_style_context_remove_provider(context, OpaquePointer(old))
            g_object_set_data(cast(to: GObject.self), key, nil)
        }
        guard let css, let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, css, css.utf8.count, nil)
        gtk_style_context_add_provider(
            context, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { g_object_unref($0) }
        g_object_set_data_full(cast(to: GObject.self), key, UnsafeMutableRawPointer(provider), destroy)
    }
}

/// Whether the user wants animations.
@MainActor
public enum Animations {
    /// The current state of the desktop's setting.
    public static var areEnabled: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return kiroku_get_bool_property(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }
}
