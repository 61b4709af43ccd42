import CGLib
import Glibc
import Synchronization

/// A running decoder and the socket that leads to it.
///
/// For one thread at a time, but for ``kill()``, which may come from any.
final class DecoderProcess: Sendable {
    let channel: FrameChannel
    private let socket: Int32
    /// `nil` once it is known to have ended, so that no other process with its number is killed.
    private let process: Mutex<pid_t?>

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without its name.
    /// - Throws: ``DecodeFailure/noDecoder(reason:)``.
    init(program: String, arguments: [String]) throws(DecodeFailure) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Self.noDecoder(errno)
        }
        defer { close(ends[1]) }
        do {
            process = Mutex(try Self.start(program, arguments, on: ends[1]))
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
        channel = FrameChannel(socket: ends[0])
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        // Not the other way round: a closed socket's number may be that of another decoder's at once.
        kill()
        close(socket)
    }

    /// Ends the process at once, and whoever waits for its answer learns that it is closed.
    ///
    /// One that hangs in the system, for a disk that does not answer, ends when that lets it go; nobody waits for that.
    func kill() {
        guard let number = process.withLock({ $0.take() }) else { return }
        Glibc.kill(number, SIGKILL)
        shutdown(socket, Int32(SHUT_RDWR))
        Zombies.add(number)
    }

    /// The process with its input and output on the one end of a socket, its errors where this program's go, and nothing
    /// else open.
    private static func start(
        _ program: String, _ arguments: [String], on end: Int32
    ) throws(DecodeFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var number: pid_t = 0
        let result = posix_spawn(&number, program, &actions, nil, &texts, environ)
        guard result == 0 else { throw noDecoder(result) }
        return number
    }

    private static func noDecoder(_ code: Int32) -> DecodeFailure {
        .noDecoder(reason: String(cString: strerror(code)))
    }
}

/// Processes that were killed and whose end nobody has taken notice of yet.
private enum Zombies {
    private static let numbers: Mutex<[pid_t]> = Mutex([])

    /// Takes notice of those that have ended by now; the others wait for the next time.
    static func add(_ number: pid_t) {
        numbers.withLock { numbers in
            numbers.append(number)
            numbers.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        }
    }
}
