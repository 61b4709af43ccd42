import CGtk

extension Widget {
    /// Gives this widget and everything in it now the look of a theme of another kind, beside the rest of the window.
    ///
    /// For showing how something looks there; the desktop's theme decides how a program looks.
    public func showAsIfUnder(_ kind: ThemeKind) {
        guard let theme = gtk_css_provider_get_named(kind.sampleTheme, kind == .dark ? "dark" : nil),
            let roles = gtk_css_provider_new()
        else { return }
        defer { g_object_unref(roles) }
        gtk_css_provider_load_from_data(roles, kind.roleStyles, -1, nil)
        addStyleClass("background")
        // The desktop's theme has the priority of its settings.
        apply([
            (OpaquePointer(theme), GTK_STYLE_PROVIDER_PRIORITY_SETTINGS),
            (OpaquePointer(roles), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION),
        ])
    }

    /// A provider counts for one widget only, so each gets them.
    private func apply(_ providers: [(provider: OpaquePointer, priority: Int32)]) {
        let context = gtk_widget_get_style_context(pointer)
        for (provider, priority) in providers {
            gtk_style_context_add_provider(context, provider, guint(priority) + 1)
        }
        for part in parts { part.apply(providers) }
    }

    /// All that is directly in it, also what a widget of several parts keeps to itself, as a combo box does its button.
    private var parts: [AnyWidget] {
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

/// Gathers what a C callback is called with.
private final class FoundParts {
    var pointers: [UnsafeMutablePointer<GtkWidget>] = []
}

extension ThemeKind {
    fileprivate var sampleTheme: String { self == .highContrast ? "HighContrast" : "Adwaita" }

    /// The roles' colours for this kind of theme, whatever the window's kind is.
    fileprivate var roleStyles: String {
        let suffix = self == .highContrast ? "contrast" : rawValue
        return [
            (ColorRole.ok, "ok"), (.caution, "caution"), (.error, "error"), (.selected, "selected"),
            (.deletion, "deletion"), (.bar, "bar"),
        ].map { role, name in ".\(role.styleClass) { color: @kiroku_\(name)_\(suffix); }" }.joined(separator: "\n")
    }
}
