import Glibc
import KirokuCommands
import KirokuCore

let links = Links(directories: Directories(application: "kiroku"))
switch Invocation(CommandLine.arguments) {
case .command(let command):
    command.runAndExit(translations: links.translations)
case .window(let arguments):
    let application = KirokuApplication(links: links)
    exit(Int32(application.run(arguments: arguments)))
}
