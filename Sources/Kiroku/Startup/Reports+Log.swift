import GtkKit
import KirokuCore

extension Reports {
    /// Sends reports to GLib's structured log, the whole line as the message and the code once more by itself.
    static func writeToSystemLog() {
        send(to: { Log.write(.message, domain: "Kiroku", code: $0.code, $0.line) })
    }
}
