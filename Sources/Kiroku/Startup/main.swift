import Glibc
import KirokuCore

let application = KirokuApplication(links: Links(directories: Directories(application: "kiroku")))
exit(Int32(application.run(arguments: CommandLine.arguments)))
