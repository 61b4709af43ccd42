import CoreTestSupport
import Glibc
import KirokuCore
import Testing

@testable import CommandTool

@Suite("The program for windows")
struct WindowProgramTests {
    @Test("It is beside the program in a build folder")
    func place() {
        #expect(WindowProgram.own.path.hasSuffix("/kiroku-window"))
    }

    @Test("Where it cannot be started, this program goes on and says which file is missing or broken, and why")
    func faults() throws {
        let folder = try TemporaryFolder()
        let broken = folder.path("broken")
        try TextFileLink(path: broken).save("no program")
        for (path, error) in [(folder.path("missing"), ENOENT), (broken, EACCES)] {
            let program = WindowProgram(path: path)
            #expect(program.replaceProcess() == error)
            let message = program.message(of: error)
            #expect(message.contains("“\(path)”"))
            #expect(message.contains(String(cString: strerror(error))))
        }
        chmod(broken, 0o755)
        #expect(WindowProgram(path: broken).replaceProcess() == ENOEXEC)
    }
}
