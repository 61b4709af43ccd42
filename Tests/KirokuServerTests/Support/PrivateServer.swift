import FoundationEssentials
import Glibc

/// A PostgreSQL server of this test process, which ends with the process, however that ends (see
/// `Tests/Server/private-server`).
final class PrivateServer: Sendable {
    /// One for all tests that do it no harm, started for the first that needs it.
    ///
    /// It listens on 127.0.0.1 as well, with TLS.
    static let shared: Result<PrivateServer, NotStarted> = Result { () throws(NotStarted) in
        try PrivateServer("--tls")
    }

    /// What can happen to a server.
    enum Fate: String {
        case kill, stop, start, copy, restore, standby, detach, promote, pool, fill, free
    }

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
    private let output: Int32

    /// Waits until the server is ready.
    init(_ options: String...) throws(NotStarted) {
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
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + options).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, path, &actions, nil, &arguments, environ)
        close(writing[0])
        close(reading[1])
        guard error == 0 else { throw NotStarted(reason: String(cString: strerror(error))) }
        (script, input, output) = (process, writing[1], reading[0])
        place = try Self.place(from: output)
    }

    /// Has something happen to it, and waits until it has.
    ///
    /// - Returns: where the server is that it is about.
    @discardableResult
    func happen(_ fate: Fate) throws(NotStarted) -> Place {
        _ = (fate.rawValue + "\n").withCString { write(input, $0, strlen($0)) }
        return try Self.place(from: output)
    }

    /// Ends it at once, so that it forgets what it has not written down, and starts it again.
    func crash(_ fate: Fate = .kill) throws(NotStarted) {
        try happen(fate)
        try happen(.start)
    }

    private static func place(from descriptor: Int32) throws(NotStarted) -> Place {
        let line = line(from: descriptor)
        guard let place = try? JSONDecoder().decode(Place.self, from: Data(line.utf8)) else {
            throw NotStarted(reason: "the server did not start: \(line)")
        }
        return place
    }

    /// Ends it, and waits until it has ended.
    func end() {
        close(input)
        close(output)
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
