import Glibc
import KirokuCommands
import KirokuCore
import KirokuSecrets

// The program that users call, `kiroku`: it runs commands, and is replaced by another program if a window is wanted.
let directories = Directories(application: "kiroku")
let links = CommonLinks(directories: directories, resources: ResourceFolder.path(among: directories))
switch Invocation(CommandLine.arguments) {
case .command(let command):
    links.prepare(passwords: SecretService())
    command.runAndExit()
case .window:
    let program = WindowProgram.own
    let error = program.replaceProcess()
    links.prepare(passwords: SecretService())
    Console.show(program.message(of: error))
    exit(EXIT_FAILURE)
}
