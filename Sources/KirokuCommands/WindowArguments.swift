/// The arguments of the program when the first is no command: files, and options of the window.
///
/// The files and the toolkit's options go to the toolkit as they are; here is only looked which options there are.
struct WindowArguments {
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// Options that the toolkit reads: the display, and that it was started by the desktop as a service.
    private static let toolkitOptions = ["--display", "--class", "--name", "--g-fatal-warnings"]
    private static let toolkitPrefixes = ["--gapplication-", "--gtk-", "--gdk-"]

    /// What the option begins with that measures; the file follows.
    static let times = "--times="

    /// The options that are not the toolkit's, as help, manual and completion have them.
    static let ownOptions = [Invocation.browserOption, times]

    /// - Parameters:
    ///   - arguments: what goes to the toolkit if the window is to be shown.
    ///   - given: the options that have been taken out of them.
    func invocation(of arguments: [String], options given: WindowOptions = WindowOptions()) -> Invocation {
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !Self.isForToolkit($0) }
        if let first = options.first, first.hasPrefix(Self.times), first != Self.times {
            var given = given
            given.times = String(first.dropFirst(Self.times.count))
            return WindowArguments(words.filter { $0 != first })
                .invocation(of: arguments.filter { $0 != first }, options: given)
        }
        guard let first = options.first else { return .window(arguments: arguments, options: given) }
        do throws(UsageError) {
            guard first != "-" else { throw UsageError.needsFile }
            guard !first.hasPrefix(Invocation.browserOption + "=") else {
                throw .unexpectedValue(option: Invocation.browserOption)
            }
            let asked = try CommandArguments([first], options: [.help, .version])
            return .command(CommandRun(asked.has(.help) ? .help(nil) : .version))
        } catch {
            return .command(CommandRun(.usage(error, nil)))
        }
    }

    private static func isForToolkit(_ word: String) -> Bool {
        toolkitOptions.contains(String(word.prefix { $0 != "=" })) || toolkitPrefixes.contains { word.hasPrefix($0) }
    }
}
