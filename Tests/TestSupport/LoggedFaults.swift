import CGtk
import Synchronization

/// The warnings and criticals that GTK and GLib have logged, which a test must not cause.
enum LoggedFaults {
    private static let messages = Mutex<[String]>([])

    /// Listens from now on, and goes on writing the log as before.
    static func listen() {
        guard !isListening.exchange(true, ordering: .relaxed) else { return }
        g_log_set_writer_func(
            { level, fields, count, _ in
                if level.rawValue & (G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) != 0 {
                    let text = g_log_writer_format_fields(level, fields, count, 0)
                    if let text { LoggedFaults.messages.withLock { $0.append(String(cString: text)) } }
                    g_free(text)
                }
                return g_log_writer_default(level, fields, count, nil)
            }, nil, nil)
    }

    /// What was logged since the last call.
    static func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    private static let isListening = Atomic(false)
}
