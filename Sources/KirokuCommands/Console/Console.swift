import Glibc
import KirokuCore

/// The terminal, or what stands in its place.
public enum Console {
    /// Lets the program end without a word when nobody reads any more what it writes into a pipe.
    static func endWithPipe() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Writes text to standard output.
    static func write(_ text: String) throws(CommandFailure) {
        let error = write(Array(text.utf8), to: STDOUT_FILENO)
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw CommandFailure(.unwritable(path: localized("standard output"), reason: reason))
        }
    }

    /// Tells the user something in one line of standard error.
    public static func tell(_ message: String) {
        let line = TextColumns.inOneLine(message)
        // There is no other place to say that this one cannot be written to.
        _ = write(Array("kiroku: \(line)\n".utf8), to: STDERR_FILENO)
    }

    /// Returns the system's error, or 0.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
