import CGtk

/// A line of text that the user only reads.
public struct Label: Widget {
    /// The `GtkLabel`.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// The text of the label, without markup or mnemonics.
    public var text: String {
        get { String(cString: gtk_label_get_text(cast(to: GtkLabel.self))) }
        nonmutating set { gtk_label_set_text(cast(to: GtkLabel.self), newValue) }
    }
}

/// Creates a label in the usual style: one line, at the start of its room, shortened with an ellipsis if room is short.
@MainActor
public func label(_ text: String = "", alignment: Alignment = .start, role: ColorRole? = nil) -> Label {
    let widget = made(gtk_label_new(text))
    let label = Label(pointer: widget)
    gtk_label_set_xalign(label.cast(to: GtkLabel.self), alignment.fraction)
    gtk_label_set_ellipsize(label.cast(to: GtkLabel.self), PANGO_ELLIPSIZE_END)
    gtk_label_set_single_line_mode(label.cast(to: GtkLabel.self), 1)
    if let role { label.addStyleClass(role.styleClass) }
    return label
}

/// The place of something in the room that it has, along the direction of reading.
public enum Alignment: Sendable {
    case start, center, end

    var fraction: Float {
        switch self {
        case .start: 0
        case .center: 0.5
        case .end: 1
        }
    }
}

extension Label {
    /// Sets the size of the text so that all of it can be seen in this room, if that is possible.
    ///
    /// `size` is for the desktop's usual text size, and grows and shrinks with it. If the text is then too wide or too
    /// high, it becomes smaller, but stays readable; what still does not fit ends in an ellipsis.
    ///
    /// - Parameters:
    ///   - size: the size of the text, in pixels at a scale of 1.
    ///   - width: the width of the room, in the same pixels.
    ///   - height: the height of the room, in the same pixels.
    /// - Returns: whether the whole text can be seen.
    @discardableResult
    public func fit(size: Int, width: Int, height: Int) -> Bool {
        let wanted = Double(size) * TextScale.current
        let least = min(wanted, Self.leastSize)
        var size = wanted
        while !isRoom(for: size, width: width, height: height) {
            guard size > least else {
                setTextSize(least)
                return false
            }
            size = max(size - 1, least)
        }
        setTextSize(size)
        return true
    }

    /// Limits the width that the label requests, in approximate letters; it takes more only if it is given more.
    public func setAskedWidth(letters: Int) {
        gtk_label_set_max_width_chars(cast(to: GtkLabel.self), Int32(clamping: letters))
    }

    /// Lets a paragraph break within words that are longer than a line.
    public func breakWords() { gtk_label_set_line_wrap_mode(cast(to: GtkLabel.self), PANGO_WRAP_WORD_CHAR) }

    /// Lets the text have several lines; what is left over then is shortened with an ellipsis.
    public func setLines(atMost lines: Int) {
        let label = cast(to: GtkLabel.self)
        gtk_label_set_single_line_mode(label, 0)
        gtk_label_set_line_wrap(label, 1)
        gtk_label_set_line_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(label, Int32(clamping: lines))
    }

    /// The width of the text in pixels at this size, which grows and shrinks with the desktop's text size.
    func textWidth(size: Int) -> Int { extent(at: Double(size) * TextScale.current).width }

    private func isRoom(for size: Double, width: Int, height: Int) -> Bool {
        let extent = extent(at: size)
        return extent.width <= width && extent.height <= height
    }

    /// The room that the text takes at this size; all in pixels.
    private func extent(at size: Double) -> (width: Int, height: Int) {
        guard let layout = gtk_widget_create_pango_layout(pointer, text) else { return (0, 0) }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let attributes = sizeAttributes(size)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        return (Int(width), Int(height))
    }

    private func setTextSize(_ size: Double) {
        let attributes = sizeAttributes(size)
        gtk_label_set_attributes(cast(to: GtkLabel.self), attributes)
        pango_attr_list_unref(attributes)
    }

    private func sizeAttributes(_ size: Double) -> OpaquePointer? {
        let list = pango_attr_list_new()
        pango_attr_list_insert(list, pango_attr_size_new_absolute(Int32(size * Double(PANGO_SCALE))))
        return list
    }

    /// In pixels; most people cannot read smaller text.
    private static let leastSize = 11.0
}

/// The text size that the user wants.
@MainActor
public enum TextScale {
    /// The factor for text sizes: 1 for the usual size, 2 for twice the size.
    public static var current: Double {
        guard let settings = gtk_settings_get_default() else { return 1 }
        let resolution = kiroku_get_int_property(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
        return resolution > 0 ? Double(resolution) / 1_024 / 96 : 1
    }
}

/// Creates a bold line above related things; screen readers present it as a heading.
@MainActor
public func heading(_ text: String) -> Label {
    let made = label(text)
    let bold = pango_attr_list_new()
    pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
    gtk_label_set_attributes(made.cast(to: GtkLabel.self), bold)
    pango_attr_list_unref(bold)
    atk_object_set_role(gtk_widget_get_accessible(made.pointer), ATK_ROLE_HEADING)
    return made
}

/// Creates a text of several lines, broken at the end of the available width.
///
/// - Parameters:
///   - isMuted: whether the text is pale, as for a remark.
///   - width: the approximate number of letters in a line, if there is room for them.
@MainActor
public func paragraph(
    _ text: String, alignment: Alignment = .start, isMuted: Bool = false, width: Int = 60
) -> Label {
    let made = label(text, alignment: alignment)
    let pointer = made.cast(to: GtkLabel.self)
    gtk_label_set_single_line_mode(pointer, 0)
    gtk_label_set_ellipsize(pointer, PANGO_ELLIPSIZE_NONE)
    gtk_label_set_line_wrap(pointer, 1)
    gtk_label_set_max_width_chars(pointer, Int32(clamping: width))
    gtk_label_set_justify(
        pointer, alignment == .center ? GTK_JUSTIFY_CENTER : alignment == .end ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
    if isMuted { made.addStyleClass(ColorRole.muted.styleClass) }
    return made
}
