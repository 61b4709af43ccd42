import CGtk

/// The named colours of the theme and of the style sheet, as they apply to one widget.
@MainActor
public struct Theme {
    private let context: UnsafeMutablePointer<GtkStyleContext>

    /// The colours where `widget` is, under the theme of the moment they are asked for; good while the widget lives.
    public init(of widget: some Widget) {
        context = gtk_widget_get_style_context(widget.pointer)
    }

    /// The colour of that name, or `nil` if neither theme nor style sheet has one.
    public func color(_ name: String) -> Color? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(context, name, &color) != 0 else { return nil }
        return Color(color)
    }

    /// The text colour of a role, as the style sheet gives it to widgets here.
    public func color(_ role: ColorRole) -> Color {
        gtk_style_context_save(context)
        defer { gtk_style_context_restore(context) }
        gtk_style_context_add_class(context, role.styleClass)
        var color = GdkRGBA()
        gtk_style_context_get_color(context, gtk_style_context_get_state(context), &color)
        return Color(color)
    }
}

/// A colour, its parts from 0 to 1.
public struct Color: Sendable, Hashable {
    /// The red part, 0…1.
    public var red: Double
    /// The green part, 0…1.
    public var green: Double
    /// The blue part, 0…1.
    public var blue: Double
    /// From 0, invisible, to 1, opaque.
    public var alpha: Double

    /// A colour of these parts, each 0…1 and not multiplied by `alpha`.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    init(_ color: GdkRGBA) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    /// The same colour, as opaque as `alpha` says (0…1).
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// This colour with so much (0…1) of another in it.
    public func mixed(with other: Color, _ part: Double) -> Color {
        Color(
            red: red + (other.red - red) * part, green: green + (other.green - green) * part,
            blue: blue + (other.blue - blue) * part, alpha: alpha)
    }

    /// How light it is to the eye, 0…1 (ITU-R BT.709 weights).
    public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// Keeps GTK from reading its theme over and over.
///
/// libhandy's style manager sets the theme and its dark variant when it is made, mostly to what they are already, and GTK
/// reads all of the theme again each time: a sixth of what an empty start takes.
@MainActor
enum ThemeReading {
    /// Makes GTK read the theme once after `body` if that has changed it, and otherwise not at all.
    static func once(_ body: () -> Void) {
        guard let settings = gtk_settings_get_default() else { return body() }
        let object = UnsafeMutableRawPointer(settings)
        let objectClass = object.load(as: UnsafeMutablePointer<GObjectClass>.self)
        let notify = objectClass.pointee.notify
        let before = Theme(object)
        // Other listeners are not affected: they are handlers of the signal.
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
