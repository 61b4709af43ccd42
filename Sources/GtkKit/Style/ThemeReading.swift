import CGtk

/// Keeps GTK from reading its theme over and over.
///
/// libhandy's style manager sets the theme and its dark variant when it is made, mostly to what they are already, and GTK
/// reads all of the theme again each time: a sixth of what an empty start takes.
@MainActor
enum ThemeReading {
    /// Has GTK read the theme once after `body`, if that has made it another one, and otherwise not at all.
    static func once(_ body: () -> Void) {
        guard let settings = gtk_settings_get_default() else { return body() }
        let object = UnsafeMutableRawPointer(settings)
        let objectClass = object.load(as: UnsafeMutablePointer<GObjectClass>.self)
        let notify = objectClass.pointee.notify
        let before = Theme(object)
        // Whoever else listens is told as ever: those are handlers of the signal.
        objectClass.pointee.notify = { _, _ in }
        body()
        objectClass.pointee.notify = notify
        if Theme(object) != before {
            g_object_notify(object.assumingMemoryBound(to: GObject.self), "gtk-theme-name")
        }
    }

    /// What says which theme GTK reads.
    private struct Theme: Equatable {
        let name: String?
        let isDark: Bool

        init(_ settings: UnsafeMutableRawPointer) {
            let text = kiroku_get_string_property(settings, "gtk-theme-name")
            defer { g_free(text) }
            name = text.map { String(cString: $0) }
            isDark = kiroku_get_bool_property(settings, "gtk-application-prefer-dark-theme") != 0
        }
    }
}
