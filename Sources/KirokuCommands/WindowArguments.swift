import KirokuServer

/// The arguments of the program if the first is not a command: files, and options for the window.
///
/// Files and the toolkit's options are passed on to the toolkit; this type only checks the options.
struct WindowArguments {
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// Options for the toolkit, such as the display, or that the desktop started the program as a service.
    private static let toolkitOptions = ["--display", "--class", "--name", "--g-fatal-warnings"]
    private static let toolkitPrefixes = ["--gapplication-", "--gtk-", "--gdk-"]

    /// The beginning of the option that measures how long the window is busy; the file follows.
    static let times = "--times="

    /// Kiroku's own options, as in help, manual and completion.
    static let ownOptions = [Invocation.browserOption, times]

    /// - Parameters:
    ///   - arguments: the arguments for the toolkit if the window is to be shown.
    ///   - given: the options already removed from them.
    func invocation(of arguments: [String], options given: WindowOptions = WindowOptions()) -> Invocation {
        var given = given
        for word in words where ServerAddress.isAddress(word) {
            do throws(ServerError) {
                if try ServerAddress(word).hasSecret { given.hasSecret = true }
            } catch {
                return .command(CommandRun(.usage(.address(error), nil)))
            }
        }
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !Self.isForToolkit($0) }
        if let first = options.first, first.hasPrefix(Self.times), first != Self.times {
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
