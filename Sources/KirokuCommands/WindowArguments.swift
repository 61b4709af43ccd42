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

    /// - Parameter arguments: what goes to the toolkit if the window is to be shown.
    func invocation(of arguments: [String]) -> Invocation {
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !Self.isForToolkit($0) }
        guard let first = options.first else { return .window(arguments: arguments) }
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
