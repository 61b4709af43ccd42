import Glibc
import KirokuCommands
import KirokuCore
import KirokuWorkbench

let links = Links(directories: Directories(application: "kiroku"))
switch Invocation(CommandLine.arguments) {
case .command(let command):
    command.runAndExit(translations: links.translations)
case .window(let arguments):
    let application = KirokuApplication(links: links)
    exit(Int32(application.run(arguments: arguments)))
case .workbench:
    let workbench = WorkbenchApplication(styleSheet: links.styleSheet, writeToLog: Reports.writeLine)
    exit(Int32(workbench.run()))
}
