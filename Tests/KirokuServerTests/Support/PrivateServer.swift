import FoundationEssentials
import Glibc

/// A PostgreSQL server of this test process: started for the first test that needs it, and ended with the process,
/// however that ends (see `Tests/Server/private-server`).
final class PrivateServer: Sendable {
    /// Listens on 127.0.0.1 as well, with TLS.
    static let shared: Result<PrivateServer, NotStarted> = Result { () throws(NotStarted) in try PrivateServer() }

    struct NotStarted: Error {
        let reason: String
    }

    /// What the script says of it.
    struct Place: Decodable {
        let folder: String
        let socket: String
        let port: Int
        let pid: Int32
        let programs: String
    }

    let place: Place
    /// The process of the script.
    let script: Int32
    private let input: Int32

    /// Waits until the server is ready.
    init() throws(NotStarted) {
        var (reading, writing): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&reading) == 0, pipe(&writing) == 0 else {
            throw NotStarted(reason: String(cString: strerror(errno)))
        }
        // No other process may hold them open.
        for descriptor in reading + writing { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, writing[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, reading[1], STDOUT_FILENO)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let path = Self.root + "/Tests/Server/private-server"
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup("--tls"), nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, path, &actions, nil, &arguments, environ)
        close(writing[0])
        close(reading[1])
        guard error == 0 else { throw NotStarted(reason: String(cString: strerror(error))) }
        (script, input) = (process, writing[1])
        let line = Self.line(from: reading[0])
        close(reading[0])
        guard let place = try? JSONDecoder().decode(Place.self, from: Data(line.utf8)) else {
            throw NotStarted(reason: "the server did not start: \(line)")
        }
        self.place = place
    }

    /// Ends it, and waits until it has ended.
    func end() {
        close(input)
        waitpid(script, nil, 0)
    }

    private static func line(from descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The folder of the package.
    private static var root: String {
        URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).reduce("") { $0 + "/" + $1 }
    }
}
