import Glibc

/// The terminal that results are written to, with the user's pager if they are longer than the screen.
struct Terminal {
    /// The size of the screen in characters.
    let columns: Int
    let lines: Int

    /// The terminal that is standard output; `nil` if that is a file or a pipe.
    static var output: Terminal? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Terminal(columns: Int(size.ws_col), lines: Int(size.ws_row)) : Terminal(columns: 80, lines: 24)
    }

    /// Writes texts one after another: to the program that the variable `PAGER` names if there are more lines than the
    /// screen has, and to the terminal otherwise.
    ///
    /// - Parameters:
    ///   - lineCount: how many lines there are.
    ///   - text: the text with this number, from 0; `nil` after the last one.
    func write(lineCount: Int, _ text: (Int) -> String?) throws(CommandFailure) {
        let program = getenv("PAGER").map { String(cString: $0) } ?? ""
        guard lineCount >= lines, !program.isEmpty, let pipe = popen(program, "w") else {
            return try Console.write(text)
        }
        // A user who leaves the pager has read enough.
        let previous = signal(SIGPIPE, SIG_IGN)
        var index = 0
        while let text = text(index), fputs(text, pipe) >= 0 { index += 1 }
        pclose(pipe)
        signal(SIGPIPE, previous)
    }
}
