import CGtk

/// GLib's structured log, for developers.
public enum Log {
    /// The importance of a message.
    public enum Level: Sendable {
        /// Written only if G_MESSAGES_DEBUG asks for it.
        case info
        /// Always written.
        case message

        fileprivate var flags: GLogLevelFlags { self == .info ? G_LOG_LEVEL_INFO : G_LOG_LEVEL_MESSAGE }
    }

    /// Writes a message with a code, which names the component and the call.
    public static func write(_ level: Level, domain: String, code: String, _ message: String) {
        // The type is the text itself, so the text must live until GLib has copied it.
        let fields = "a{sv}".withCString { g_variant_builder_new(g_variant_type_checked_($0)) }
        add("CODE", code, to: fields)
        add("MESSAGE", message, to: fields)
        g_log_variant(domain, level.flags, g_variant_builder_end(fields))
        g_variant_builder_unref(fields)
    }

    private static func add(_ key: String, _ value: String, to fields: UnsafeMutablePointer<GVariantBuilder>?) {
        let text = g_variant_new_variant(g_variant_new_string(value))
        g_variant_builder_add_value(fields, g_variant_new_dict_entry(g_variant_new_string(key), text))
    }
}
