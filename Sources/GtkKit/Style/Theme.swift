import CGtk

/// The named colours of the theme and of the style sheet, as they apply to one widget.
@MainActor
public struct Theme {
    private let context: UnsafeMutablePointer<GtkStyleContext>

    /// Creates a theme for the place of `widget`; it follows changes, and is valid while the widget lives.
    public init(of widget: some Widget) {
        context = gtk_widget_get_style_context(widget.pointer)
    }

    /// The colour with this name; `nil` if neither theme nor style sheet has it.
    public func color(_ name: String) -> Color? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(context, name, &color) != 0 else { return nil }
        return Color(color)
    }

    /// The text colour of a role, as the style sheet sets it for widgets at this place.
    public func color(_ role: ColorRole) -> Color {
        gtk_style_context_save(context)
        defer { gtk_style_context_restore(context) }
        gtk_style_context_add_class(context, role.styleClass)
        var color = GdkRGBA()
        gtk_style_context_get_color(context, gtk_style_context_get_state(context), &color)
        return Color(color)
    }
}

/// The colours of roles at the place of a widget, each looked up once: for drawing the same ones many times.
@MainActor
public final class RoleColors {
    private let find: @MainActor (ColorRole) -> Color
    private var known: [ColorRole: Color] = [:]

    /// It is valid for one drawing, as the theme may be different at the next one.
    public init(_ theme: Theme) {
        find = { theme.color($0) }
    }

    /// The colours of light themes, which are made for white paper, whatever the desktop's theme.
    public init() {
        let context = ObjectRef(adopting: UnsafeMutableRawPointer(made(gtk_style_context_new())))
        find = { role in
            var color = GdkRGBA()
            let isKnown = gtk_style_context_lookup_color(
                context.cast(to: GtkStyleContext.self), role.colorName(under: .light), &color)
            return isKnown != 0 ? Color(color) : Color(red: 0, green: 0, blue: 0)
        }
    }

    /// The text colour of a role.
    public subscript(role: ColorRole) -> Color {
        if let color = known[role] { return color }
        let color = find(role)
        known[role] = color
        return color
    }
}

/// A colour; each part is from 0 to 1.
public struct Color: Sendable, Hashable {
    /// The red part, from 0 to 1.
    public var red: Double
    /// The green part, from 0 to 1.
    public var green: Double
    /// The blue part, from 0 to 1.
    public var blue: Double
    /// The opacity, from 0 (invisible) to 1 (opaque).
    public var alpha: Double

    /// Creates a colour from parts of 0 to 1, which are not multiplied by `alpha`.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    init(_ color: GdkRGBA) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    /// The same colour with another `alpha`, from 0 to 1.
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// This colour with a part, from 0 to 1, of another one mixed in.
    public func mixed(with other: Color, _ part: Double) -> Color {
        Color(
            red: red + (other.red - red) * part, green: green + (other.green - green) * part,
            blue: blue + (other.blue - blue) * part, alpha: alpha)
    }

    /// The perceived lightness, from 0 to 1 (ITU-R BT.709 weights).
    public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// Keeps GTK from reading its theme several times.
///
/// When libhandy's style manager is made, it sets the theme and its dark variant, mostly to the values that they
/// already have. Each time GTK reads the whole theme again, which takes a sixth of the time that an empty program needs
/// to start.
@MainActor
enum ThemeReading {
    /// Calls `body`; GTK then reads the theme once if `body` has changed it, and not at all otherwise.
    static func once(_ body: () -> Void) {
        guard let settings = gtk_settings_get_default() else { return body() }
        let object = UnsafeMutableRawPointer(settings)
        let objectClass = object.load(as: UnsafeMutablePointer<GObjectClass>.self)
        let notify = objectClass.pointee.notify
        let before = Theme(object)
        // Other listeners are handlers of the signal, so this does not affect them.
        objectClass.pointee.notify = { _, _ in }
        body()
        objectClass.pointee.notify = notify
        if Theme(object) != before {
            g_object_notify(object.assumingMemoryBound(to: GObject.self), "gtk-theme-name")
        }
    }

    /// The settings by which GTK selects the theme to read.
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
