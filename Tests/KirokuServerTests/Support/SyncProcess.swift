import FoundationEssentials
import Glibc
import KirokuCore

/// The real program as it brings a document in step: `kiroku sync`, a process of its own.
final class SyncProcess {
    private var process: pid_t = 0

    /// Starts it; it says nothing.
    init(_ path: String) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words: [String] = [Self.program, "sync", "--quiet", "--allow-connection", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
        defer { for variable in environment { free(variable) } }
        let error = posix_spawn(&process, Self.program, &actions, nil, &arguments, &environment)
        guard error == 0 else { throw NotStarted(reason: "\(Self.program): \(String(cString: strerror(error)))") }
    }

    struct NotStarted: Error {
        let reason: String
    }

    func send(_ signal: Int32) { kill(process, signal) }

    /// Its exit status, when it has ended; `nil` if a signal has ended it.
    @discardableResult
    func end() -> Int32? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
    }

    private static let environment: [String] = {
        let others = ProcessInfo.processInfo.environment.filter { $0.key != "XDG_STATE_HOME" }
        let own = (try? ProgramState.folder.get()).map { ["XDG_STATE_HOME=\($0)"] } ?? []
        return others.map { "\($0.key)=\($0.value)" } + own
    }()

    /// The program that was built together with the tests.
    private static let program: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        _ = readlink("/proc/self/exe", &path, path.count - 1)
        let tests = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (tests.lastIndex(of: "/").map { String(tests[...$0]) } ?? "") + "kiroku"
    }()
}

/// Where this process and the programs that it starts keep what they know, as those of one user do.
enum ProgramState {
    /// Gone with the server that all tests share.
    static let folder: Result<String, PrivateServer.NotStarted> = PrivateServer.shared.map { server in
        let folder = server.place.folder + "/state"
        EditSeals.shared.keepKey(at: folder + "/kiroku/seal")
        return folder
    }
}
