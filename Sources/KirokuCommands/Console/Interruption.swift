import Dispatch
import Glibc
import KirokuCore
import Synchronization

/// Stopping a command, by the user or the system.
///
/// While nothing is being written to a file, a signal ends the program at once, as usual.
package enum Interruption {
    /// The signals that stop the program, except those that it was started to ignore, as by `nohup`.
    package static var watchedSignals: [Int32] { [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) } }

    /// Does work that would leave something unfinished: a signal cancels the work, and ends the program after the
    /// clean-up.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandFailure(String(cString: strerror(errno))) }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        signalPipe.store(writing, ordering: .sequentiallyConsistent)
        let watched = watchedSignals
        for number in watched { signal(number, handleSignal) }

        let task = Task { () async -> Result<Value, CommandFailure> in
            do throws(CommandFailure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
        source.setEventHandler { task.cancel() }
        source.setCancelHandler { for end in [reading, writing] { close(end) } }
        source.resume()
        let result = await task.value

        for number in watched { signal(number, SIG_DFL) }
        var number: UInt8 = 0
        let isInterrupted = read(reading, &number, 1) == 1
        source.cancel()
        if isInterrupted { end(by: Int32(number)) }
        return try result.get()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends the program by a signal, as the sender of that signal expects.
    ///
    /// The threads that run tasks block signals, so this one must unblock it.
    package static func end(by number: Int32) -> Never {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
    }
}

/// The pipe for ``handleSignal``, which may interrupt anything and so must only write.
private let signalPipe = Atomic<Int32>(-1)

private let handleSignal: @convention(c) (Int32) -> Void = { number in
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
}
