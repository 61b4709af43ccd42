import Glibc
import GtkKit
import KirokuCommands
import KirokuCore

let links = Links(directories: Directories(application: "kiroku"))
switch Invocation(CommandLine.arguments) {
case .command(let command):
    command.runAndExit(translations: links.translations)
case .window(let arguments, let times):
    if times != nil { MainLoopTimes.record() }
    let application = KirokuApplication(links: links)
    let status = application.run(arguments: arguments)
    if let times { TimesFile.write(to: times) }
    end(with: status)
}

/// Ends the program; without a status, because there is no display.
@MainActor
func end(with status: Int?) -> Never {
    guard let status else { CommandRun.withoutDisplay.runAndExit(translations: links.translations) }
    exit(Int32(status))
}
