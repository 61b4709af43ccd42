import CGtk

extension Widget {
    /// Asks for the tooltip's text when it is about to be shown, for what changes by itself; `nil` for no tooltip.
    public func onTooltip(_ text: @escaping @MainActor () -> String?) {
        typealias Body = @MainActor () -> String?
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, gint, gint, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> gboolean = { _, _, _, _, tooltip, data in
                let body = boxedBody(data, as: Body.self)
                let bits = PointerBits(tooltip)
                return MainActor.assumeIsolated {
                    guard let text = body?(), let tooltip = bits.opaque else { return 0 }
                    gtk_tooltip_set_text(tooltip, text)
                    return 1
                }
            }
        gtk_widget_set_has_tooltip(pointer, 1)
        _ = Signals.connect(
            object, "query-tooltip", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox<Body>(text))
    }
}
