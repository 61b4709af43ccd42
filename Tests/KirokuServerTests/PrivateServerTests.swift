import FoundationEssentials
import Glibc
import Testing

/// That the tests leave no server behind.
@Suite("The private server", .serialized)
struct PrivateServerTests {
    @Test("It ends, and leaves nothing, when the one who has started it is gone")
    func ended() throws {
        let server = try PrivateServer()
        #expect(kill(server.place.pid, 0) == 0)
        server.end()
        #expect(kill(server.place.pid, 0) != 0 && errno == ESRCH)
        #expect(access(server.place.folder, F_OK) != 0)
    }

    @Test("It ends when its script is killed")
    func killed() throws {
        let server = try PrivateServer()
        kill(server.script, SIGKILL)
        server.end()
        while isRunning(server.place.pid) { usleep(10_000) }
        #expect(server.place.folder.hasPrefix("/tmp/kiroku-server-"))
        _ = run("/bin/rm", "-r", server.place.folder)
    }

    /// Whether a process has not ended; one that has ended may still have its number, until somebody asks for its status.
    private func isRunning(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ") && !status.contains(") X ")
    }

    private func run(_ arguments: String...) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, arguments[0], nil, nil, &words, environ) == 0 else { return -1 }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return status
    }
}
