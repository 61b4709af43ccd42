import CGtk

extension Label {
    /// Sets the text's size so that the whole text is to be seen in this room, if that can be.
    ///
    /// The size asked for is one at the usual text size of the desktop, and grows and shrinks with that. If the text is
    /// too wide or too high then, it is made smaller, down to what can still be read; what does not fit even so ends in
    /// an ellipsis.
    ///
    /// - Parameters:
    ///   - size: the size of the text, in pixels at a scale of 1.
    ///   - width: the room, in the same pixels.
    ///   - height: the same.
    /// - Returns: whether the whole text is to be seen.
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

    private func isRoom(for size: Double, width: Int, height: Int) -> Bool {
        guard let layout = gtk_widget_create_pango_layout(pointer, text) else { return true }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let attributes = sizeAttributes(size)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        var textWidth: Int32 = 0
        var textHeight: Int32 = 0
        pango_layout_get_pixel_size(layout, &textWidth, &textHeight)
        return Int(textWidth) <= width && Int(textHeight) <= height
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

    /// Smaller text is of no use to most people.
    private static let leastSize = 11.0
}

/// How large the user wants texts to be.
@MainActor
public enum TextScale {
    /// 1 at the usual size, 2 where texts are to be twice as large.
    public static var current: Double {
        guard let settings = gtk_settings_get_default() else { return 1 }
        let resolution = kiroku_get_int_property(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
        return resolution > 0 ? Double(resolution) / 1_024 / 96 : 1
    }
}
