import Glibc
import KirokuCore

/// What is piped or typed into the program.
enum StandardInput {
    private static let chunk = 1 << 20

    /// All of it.
    static func read() throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        while true {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                let reason = String(cString: strerror(errno))
                throw CommandFailure(.unreadable(path: localized("standard input"), reason: reason))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
