/// What the program was started for, told by its arguments alone.
public enum Invocation: Sendable {
    /// To show its window: the arguments for the toolkit, the program's name first, and options of ours.
    case window(arguments: [String], options: WindowOptions)
    /// To do something in the terminal that needs no display.
    case command(CommandRun)

    /// What shows windows in a browser.
    static let browserOption = "--browser"

    /// - Parameter arguments: all of them, the program's name first.
    public init(_ arguments: [String]) {
        let words = arguments.dropFirst()
        if let name = words.first.flatMap(CommandName.init(rawValue:)) {
            self = .command(CommandRun(name, Array(words.dropFirst())))
        } else if words.prefix(while: { $0 != "--" }).contains(Self.browserOption) {
            let end = words.firstIndex(of: "--") ?? words.endIndex
            self = Invocation(arguments[..<end].filter { $0 != Self.browserOption } + arguments[end...]).inBrowser
        } else {
            self = WindowArguments(Array(words)).invocation(of: arguments)
        }
    }

    /// The same with its windows in a browser; commands show none.
    private var inBrowser: Invocation {
        switch self {
        case .command: return self
        case .window(let arguments, var options):
            let words = arguments.prefix { $0 != "--" }
            if words.contains(where: { $0 == "--display" || $0.hasPrefix("--display=") }) {
                return .command(CommandRun(.usage(.exclusiveOptions(Self.browserOption, "--display"), nil)))
            }
            options.isInBrowser = true
            return .window(arguments: arguments, options: options)
        }
    }
}

/// Options of the window that are not the toolkit's.
public struct WindowOptions: Sendable, Hashable {
    /// The file that is told how long the window could not answer, if that is to be measured.
    public var times: String?
    /// Whether it is shown in a browser instead of on the desktop.
    public var isInBrowser = false
}
