import Glibc
import GtkKit
import KirokuCommands
import KirokuCore
import KirokuSecrets

// The program for windows, which `kiroku` becomes if the arguments ask for a window.
let links = Links(directories: Directories(application: "kiroku"))
links.common.prepare(passwords: SecretService())
switch Invocation(CommandLine.arguments) {
case .command(let command):
    command.runAndExit()
case .window(let arguments, let options):
    options.showWarnings()
    if options.times != nil { MainLoopTimes.record() }
    let application = KirokuApplication(links: links, isInBrowser: options.isInBrowser)
    do throws(DisplayFault) {
        let status = try application.run(arguments: arguments)
        if let times = options.times { TimesFile.write(to: times) }
        if let signal = application.endingSignal { Interruption.end(by: signal) }
        exit(Int32(status))
    } catch {
        Console.show(DisplayWords.message(of: error))
        exit(EXIT_FAILURE)
    }
}
