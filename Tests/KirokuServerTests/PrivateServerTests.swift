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
        while kill(server.place.pid, 0) == 0 { usleep(10_000) }
        #expect(server.place.folder.hasPrefix("/tmp/kiroku-server-"))
        _ = run("/bin/rm", "-r", server.place.folder)
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
