import CGtk

extension Widget {
    /// Makes the text in this widget and all that lies in it so many times as large as the theme has it.
    public func setTextScale(_ scale: Double) {
        let key = "kiroku-text-scale"
        let context = gtk_widget_get_style_context(pointer)
        if let old = g_object_get_data(cast(to: GObject.self), key) {
            gtk_style_context_remove_provider(context, OpaquePointer(old))
            g_object_set_data(cast(to: GObject.self), key, nil)
        }
        guard scale != 1, scale.isFinite, scale > 0, let provider = gtk_css_provider_new() else { return }
        let css = "* { font-size: \(Int((scale * 100).rounded()))%; }"
        gtk_css_provider_load_from_data(provider, css, css.utf8.count, nil)
        gtk_style_context_add_provider(
            context, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { g_object_unref($0) }
        g_object_set_data_full(cast(to: GObject.self), key, UnsafeMutableRawPointer(provider), destroy)
    }
}
