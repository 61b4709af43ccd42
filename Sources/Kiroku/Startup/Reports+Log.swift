import GtkKit
import KirokuCore

extension Reports {
    /// Sends reports to GLib's structured log: the whole line as the message, and the code as a field.
    static func writeToSystemLog() {
        send(to: { writeLine(code: $0.code, $0.line) })
    }

    /// Writes one line with its code to GLib's structured log.
    static func writeLine(code: String, _ line: String) {
        Log.write(.message, domain: "Kiroku", code: code, line)
    }
}
