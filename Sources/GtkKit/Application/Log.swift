import CGtk

/// GLib's structured log, where developers look.
public enum Log {
    /// How grave a message is.
    public enum Level: Sendable {
        /// Seen only by those who ask for it with G_MESSAGES_DEBUG.
        case info
        /// Always seen.
        case message

        fileprivate var flags: GLogLevelFlags { self == .info ? G_LOG_LEVEL_INFO : G_LOG_LEVEL_MESSAGE }
    }

    /// Writes a message with the code of its component and call.
    public static func write(_ level: Level, domain: String, code: String, _ message: String) {
        // The type is the text itself, so that must live until it is copied.
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
