import Dispatch
import Glibc
import KirokuCore

/// A run of the program in the terminal.
public struct CommandRun: Sendable {
    enum Request: Sendable, Hashable {
        case command(CommandName, [String])
        /// The help of a command, or of the program.
        case help(CommandName?)
        case version
        /// Reports what is wrong with the arguments of a command, or of the program.
        case usage(UsageError, CommandName?)
    }

    let request: Request

    init(_ request: Request) {
        self.request = request
    }

    /// Distinguishes help and wrong arguments from a command to run.
    init(_ name: CommandName, _ words: [String]) {
        do throws(UsageError) {
            let arguments = try CommandArguments(words, options: name.options)
            request = arguments.has(.help) ? .help(name) : .command(name, words)
        } catch {
            request = .usage(error, name)
        }
    }

    /// Runs the request, and exits with its status.
    public func runAndExit() -> Never {
        Console.endWithPipe()
        // Reports for developers would mix with the lines for the user.
        Reports.send { _ in }
        Task { exit(await run().rawValue) }
        dispatchMain()
    }

    private func run() async -> ExitStatus {
        do throws(CommandFailure) {
            switch request {
            case .command(let name, let words):
                CommitAuthor.setProgram("kiroku \(name.rawValue)")
                return try await run(name, words)
            case .help(let name): try Console.write(name.map(HelpText.of) ?? HelpText.ofProgram)
            case .version: try Console.write("Kiroku \(Version.current)\n")
            case .usage(let error, let name): return complain(error, name)
            }
            return .success
        } catch {
            Console.show(error.message)
            return error.status
        }
    }

    private func run(_ name: CommandName, _ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let command: any Command
        do throws(UsageError) {
            let arguments = try CommandArguments(words, options: name.options)
            command =
                switch name {
                case .compare: try CompareCommand(arguments)
                case .export: try ExportCommand(arguments)
                case .find: try FindCommand(arguments)
                case .import: try ImportCommand(arguments)
                case .info: try InfoCommand(arguments)
                case .join: try JoinCommand(arguments)
                case .merge: try MergeCommand(arguments)
                case .share: try ShareCommand(arguments)
                case .sync: try SyncCommand(arguments)
                case .unshare: try UnshareCommand(arguments)
                }
        } catch {
            return complain(error, name)
        }
        return try await command.run()
    }

    private func complain(_ error: UsageError, _ name: CommandName?) -> ExitStatus {
        let command = (["kiroku", name?.rawValue].compactMap { $0 } + ["--help"]).joined(separator: " ")
        Console.show(localized("{mistake} Try “{command}”.", ["mistake": error.message, "command": command]))
        return .usage
    }
}
