import Glibc
import KirokuCore

/// The terminal, or the files or pipes used instead of it.
public enum Console {
    /// Makes the program end silently if no one reads the pipe that it writes to.
    static func endWithPipe() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Whether standard input is a pipe or a file, and neither the keyboard nor a device such as `/dev/null`.
    static var hasInput: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return false }
        return [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Writes text to standard output.
    static func write(_ text: String) throws(CommandFailure) {
        let error = write(Array(text.utf8), to: STDOUT_FILENO)
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw CommandFailure(.unwritable(path: localized("standard output"), reason: reason))
        }
    }

    /// Writes texts one after another to standard output.
    ///
    /// - Parameter text: the text with this number, from 0; `nil` after the last one.
    static func write(_ text: (Int) -> String?) throws(CommandFailure) {
        var index = 0
        while let text = text(index) {
            try write(text)
            index += 1
        }
    }

    /// Writes a message for the user to standard error, in one line.
    public static func show(_ message: String) {
        let line = TextColumns.inOneLine(message)
        // An error cannot be reported: this is the only place for it.
        _ = write(Array("kiroku: \(line)\n".utf8), to: STDERR_FILENO)
    }

    /// Asks the user at the terminal a question that "y" answers with yes, and everything else with no.
    ///
    /// - Parameters:
    ///   - text: what the user needs to know.
    ///   - question: the question itself.
    /// - Returns: false if there is no terminal.
    static func ask(_ text: String, _ question: String) async -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
        show(text)
        _ = write(Array("kiroku: \(TextColumns.inOneLine(question)) [y/N] ".utf8), to: STDERR_FILENO)
        let answer = await BlockingIO.run { readLine() } ?? ""
        return ["y", "yes"].contains(answer.trimmingWhitespace.lowercased())
    }

    /// Writes a line to the terminal in place of the current one, and stays in it.
    static func rewriteLine(_ text: String) {
        _ = write(Array("\r\u{1b}[K\(TextColumns.inOneLine(text))".utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes; returns the system's error, or 0.
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
