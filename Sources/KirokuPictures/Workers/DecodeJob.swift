import Synchronization

/// A picture that somebody waits for.
final class DecodeJob: Sendable {
    typealias Outcome = Result<DecodedPicture?, DecodeFailure>

    private struct State {
        var waiting: CheckedContinuation<Outcome, Never>?
        var isOver = false
        /// The process that works on it, with the moment since when it does.
        var process: (DecoderProcess, start: ContinuousClock.Instant)?
    }

    let request: DecodeRequest
    let bytes: [UInt8]
    let urgency: PictureDecoder.Urgency
    private let state = Mutex(State())

    init(_ request: DecodeRequest, bytes: [UInt8], urgency: PictureDecoder.Urgency) {
        self.request = request
        self.bytes = bytes
        self.urgency = urgency
    }

    /// Whether somebody still waits.
    var isWanted: Bool { state.withLock { !$0.isOver } }

    /// Has somebody wait; false, and over at once, if the task was cancelled before.
    func wait(with continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWanted = state.withLock { state in
            if !state.isOver { state.waiting = continuation }
            return !state.isOver
        }
        if !isWanted { continuation.resume(returning: .failure(.cancelled)) }
        return isWanted
    }

    /// Notes which process works on it, so that it can be given up; false if nobody waits any more.
    func begin(in process: DecoderProcess) -> Bool {
        state.withLock { state in
            if !state.isOver { state.process = (process, .now) }
            return !state.isOver
        }
    }

    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            state.isOver = true
            state.process = nil
            return state.waiting.take()
        }
        waiting?.resume(returning: outcome)
    }

    /// Nobody waits any more.
    ///
    /// What has taken long already may go on for long, and the next picture should not have to wait for that; most are
    /// done sooner than a new process is started.
    func cancel() {
        let (waiting, process) = state.withLock { state in
            state.isOver = true
            return (state.waiting.take(), state.process.take())
        }
        if let process, process.start.duration(to: .now) > .milliseconds(250) { process.0.kill() }
        waiting?.resume(returning: .failure(.cancelled))
    }
}
