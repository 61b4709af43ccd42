import CGtk

/// How text is set, beside its font.
public enum TextStyle: Sendable, Hashable {
    case normal
    case bold
    /// For what explains something else.
    case small
}

/// What drawing and measuring text share.
@MainActor
enum PangoText {
    static func setText(_ text: String, on layout: OpaquePointer) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        }
    }

    static func setStyle(_ style: TextStyle, on layout: OpaquePointer) {
        let attribute: UnsafeMutablePointer<PangoAttribute>? =
            switch style {
            case .normal: nil
            case .bold: pango_attr_weight_new(PANGO_WEIGHT_BOLD)
            case .small: pango_attr_scale_new(0.83)
            }
        let attributes = attribute.flatMap { _ in pango_attr_list_new() }
        if let attributes, let attribute { pango_attr_list_insert(attributes, attribute) }
        pango_layout_set_attributes(layout, attributes)
        if let attributes { pango_attr_list_unref(attributes) }
    }

    static func size(of layout: OpaquePointer) -> (width: Double, height: Double) {
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        return (Double(width), Double(height))
    }

    static func baseline(of layout: OpaquePointer) -> Double {
        (Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)).rounded()
    }
}
