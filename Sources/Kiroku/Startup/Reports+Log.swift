import GtkKit
import KirokuCore

extension Reports {
    /// Sends reports to GLib's structured log.
    static func writeToSystemLog() {
        send(to: { code, message in Log.write(.message, domain: "Kiroku", code: code, message) })
    }
}
