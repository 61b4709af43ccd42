/// What the program was started for, told by its arguments alone.
public enum Invocation: Sendable {
    /// To show its window: the arguments for the toolkit, the program's name first, and the file that is told how long
    /// the window could not answer, if that is to be measured.
    case window(arguments: [String], times: String?)
    /// To do something in the terminal that needs no display.
    case command(CommandRun)

    /// - Parameter arguments: all of them, the program's name first.
    public init(_ arguments: [String]) {
        let words = arguments.dropFirst()
        if let name = words.first.flatMap(CommandName.init(rawValue:)) {
            self = .command(CommandRun(name, Array(words.dropFirst())))
        } else {
            self = WindowArguments(Array(words)).invocation(of: arguments)
        }
    }
}
