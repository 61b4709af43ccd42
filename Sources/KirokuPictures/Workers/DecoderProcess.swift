import CGLib
import Glibc
import Synchronization

/// A running decoder, and the socket to it.
///
/// Only one thread at a time may use it, except for ``kill()``.
final class DecoderProcess: Sendable {
    let channel: FrameChannel
    private let socket: Int32
    /// `nil` once the process has been killed, so that no other process with the same number is killed.
    private let process: Mutex<pid_t?>

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - program: the path of the program.
    ///   - arguments: the arguments without the program's name.
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
        // The order matters, as a closed socket's number may immediately belong to another decoder.
        kill()
        close(socket)
    }

    /// Kills the process; the thread that waits for its answer finds the socket closed.
    ///
    /// A process that hangs in the system, because a disk does not answer, ends later; nothing waits for that.
    func kill() {
        guard let number = process.withLock({ $0.take() }) else { return }
        Glibc.kill(number, SIGKILL)
        shutdown(socket, Int32(SHUT_RDWR))
        UnreapedProcesses.add(number)
    }

    /// Starts a process with its input and output on one end of a socket and its errors on those of this program, and
    /// no other open files.
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

/// Processes that were killed but not reaped yet.
private enum UnreapedProcesses {
    private static let numbers: Mutex<[pid_t]> = Mutex([])

    /// Reaps the processes that have ended; the others remain until the next call.
    static func add(_ number: pid_t) {
        numbers.withLock { numbers in
            numbers.append(number)
            numbers.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        }
    }
}
