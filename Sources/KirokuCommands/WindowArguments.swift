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

    /// - Parameters:
    ///   - arguments: what goes to the toolkit if the window is to be shown.
    ///   - times: the file for what is measured.
    func invocation(of arguments: [String], times: String? = nil) -> Invocation {
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !Self.isForToolkit($0) }
        if let first = options.first, first.hasPrefix(Self.times), first != Self.times {
            return WindowArguments(words.filter { $0 != first })
                .invocation(of: arguments.filter { $0 != first }, times: String(first.dropFirst(Self.times.count)))
        }
        guard let first = options.first else { return .window(arguments: arguments, times: times) }
        do throws(UsageError) {
            guard first != "-" else { throw UsageError.needsFile }
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
