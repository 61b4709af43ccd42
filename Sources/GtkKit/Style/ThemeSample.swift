import CGtk

extension Widget {
    /// Gives this widget, and everything in it now, the look of another kind of theme than the rest of the window.
    ///
    /// It is for samples only; elsewhere the desktop's theme decides.
    public func showAsIfUnder(_ kind: ThemeKind) {
        guard let theme = gtk_css_provider_get_named(kind.sampleTheme, kind == .dark ? "dark" : nil),
            let roles = gtk_css_provider_new()
        else { return }
        defer { g_object_unref(roles) }
        gtk_css_provider_load_from_data(roles, kind.roleStyles, -1, nil)
        addStyleClass("background")
        // The desktop's theme has the priority of GTK's settings.
        apply([
            (OpaquePointer(theme), GTK_STYLE_PROVIDER_PRIORITY_SETTINGS),
            (OpaquePointer(roles), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION),
        ])
    }

    /// Adds the providers to each widget, as a provider affects only one.
    private func apply(_ providers: [(provider: OpaquePointer, priority: Int32)]) {
        let context = gtk_widget_get_style_context(pointer)
        for (provider, priority) in providers {
            gtk_style_context_add_provider(context, provider, guint(priority) + 1)
        }
        for part in parts { part.apply(providers) }
    }

    /// All direct children, even those that a compound widget keeps to itself, such as the button of a combo box.
    var parts: [AnyWidget] {
        guard kiroku_is_a(pointer, gtk_container_get_type()) != 0 else { return [] }
        let found = FoundParts()
        gtk_container_forall(
            cast(to: GtkContainer.self),
            { child, data in
                guard let child, let data else { return }
                Unmanaged<FoundParts>.fromOpaque(data).takeUnretainedValue().pointers.append(child)
            }, Unmanaged.passUnretained(found).toOpaque())
        return found.pointers.map { AnyWidget($0) }
    }
}

/// Collects the widgets that a C callback receives.
private final class FoundParts {
    var pointers: [UnsafeMutablePointer<GtkWidget>] = []
}

extension ThemeKind {
    fileprivate var sampleTheme: String { self == .highContrast ? "HighContrast" : "Adwaita" }

    /// The role colours for this kind of theme, whatever the kind of the window's theme.
    fileprivate var roleStyles: String {
        // Normal text has the theme's own colour.
        ColorRole.allCases.filter { $0 != .normal }.map { role in
            ".\(role.styleClass) { color: @\(role.colorName(under: self)); }"
        }.joined(separator: "\n")
    }
}

extension ColorRole {
    /// The name of its colour in the style sheet for a kind of theme.
    func colorName(under kind: ThemeKind) -> String {
        let suffix = kind == .highContrast ? "contrast" : kind.rawValue
        return styleClass.replacing("-", with: "_") + "_" + suffix
    }
}
