import KirokuCore
import Synchronization

/// A picture to decode for a waiting task.
final class DecodeJob: Sendable {
    typealias Outcome = Result<DecodedPicture?, DecodeFailure>

    private struct State {
        var waiting: CheckedContinuation<Outcome, Never>?
        var isOver = false
        /// The process that works on the picture, and since when.
        var process: (DecoderProcess, start: ClockReading)?
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

    /// Whether the task still waits.
    var isWanted: Bool { state.withLock { !$0.isOver } }

    /// Starts waiting; returns `false` and resumes at once if the task was cancelled before.
    func wait(with continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isWanted = state.withLock { state in
            if !state.isOver { state.waiting = continuation }
            return !state.isOver
        }
        if !isWanted { continuation.resume(returning: .failure(.cancelled)) }
        return isWanted
    }

    /// Stores the process that works on the picture, so that it can be stopped; `false` if the task no longer waits.
    func begin(in process: DecoderProcess) -> Bool {
        state.withLock { state in
            if !state.isOver { state.process = (process, AppClock.shared.reading) }
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

    /// Ends the wait.
    ///
    /// A process that has already worked for a long time is killed, as the next picture should not wait for it. Most
    /// pictures are ready sooner than a new process would be.
    func cancel() {
        let (waiting, process) = state.withLock { state in
            state.isOver = true
            return (state.waiting.take(), state.process.take())
        }
        if let process, AppClock.shared.reading - process.start > .milliseconds(250) { process.0.kill() }
        waiting?.resume(returning: .failure(.cancelled))
    }
}
