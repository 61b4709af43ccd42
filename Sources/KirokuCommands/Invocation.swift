/// The purpose of a run of the program, from its arguments alone.
public enum Invocation: Sendable {
    /// Shows the window: the arguments for the toolkit, with the program's name first, and Kiroku's own options.
    case window(arguments: [String], options: WindowOptions)
    /// Runs in the terminal, without a display.
    case command(CommandRun)

    /// The option that shows windows in a browser.
    static let browserOption = "--browser"

    /// Reads the arguments of the program.
    ///
    /// - Parameter arguments: all arguments, with the program's name first.
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

    /// The same invocation with its windows in a browser; commands have no windows.
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

/// Kiroku's own options for the window.
public struct WindowOptions: Sendable, Hashable {
    /// The file for the times in which the window was busy; `nil` if they are not measured.
    public var times: String?
    /// Whether the window is shown in a browser instead of on the desktop.
    public var isInBrowser = false
    /// Whether an address that is to be opened contains a password.
    public var hasSecret = false

    /// Writes warnings about the arguments.
    public func showWarnings() {
        if hasSecret { ServerAccess.warnOfWindow() }
    }
}
