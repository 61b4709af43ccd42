import Dispatch
import KirokuCore
import Synchronization

/// Decodes pictures in processes of its own, so that none of them can harm the program.
///
/// ```swift
/// let decoder = PictureDecoder(thumbnails: ThumbnailFolder(path: "/home/aiko/.cache/thumbnails"))
/// let request = DecodeRequest(.file(uri: uri), .fitting(width: 256, height: 256), .thumbnail)
/// let picture = try await decoder.decode(request, urgency: .inSight)
/// ```
///
/// The processes are started when the first picture is asked for, and end with this. A picture that ends its process, or
/// takes longer than it may, costs that picture: it is tried once more in a new process if the old one had served
/// others, which may have left it weak. What is asked for first comes first, but for what is more urgent; what nobody
/// waits for any more is left out, and given up if it is under way and takes long.
public final class PictureDecoder: Sendable {
    /// What comes before what.
    public enum Urgency: Int, Sendable, Comparable {
        /// What may be in sight soon.
        case soon
        /// What is in sight.
        case inSight
        /// What somebody has just chosen.
        case chosen

        /// Whether the one comes after the other.
        public static func < (one: Urgency, other: Urgency) -> Bool { one.rawValue < other.rawValue }
    }

    private struct State {
        var waiting: [DecodeJob] = []
        var idle: [DecoderLine] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    /// For those who bring a picture's bytes along: few of them are in memory at a time, however many are asked for.
    let turnsWithBytes: AsyncSemaphore

    /// A decoder that starts processes when they are needed.
    ///
    /// - Parameters:
    ///   - thumbnails: the shared thumbnails, read and written by ``DecodeRequest/Effort/thumbnail``; `nil` for none.
    ///   - program: the path of the program to start.
    ///   - limits: how much a picture may cost.
    ///   - lines: how many processes there are at most.
    public init(
        thumbnails: ThumbnailFolder?, program: String = DecoderProgram.path, limits: DecodeLimits = DecodeLimits(),
        lines: Int = 2
    ) {
        turnsWithBytes = AsyncSemaphore(max(lines, 1) + 1)
        let arguments = [limits.argument] + (thumbnails.map { [$0.path] } ?? [])
        state = Mutex(
            State(
                idle: (0..<max(lines, 1)).map { _ in
                    DecoderLine(program: program, arguments: arguments, seconds: limits.seconds)
                }))
    }

    deinit {
        for line in state.withLock({ $0.idle }) { line.close() }
    }

    /// The picture that was asked for, or something smaller if the effort is a glimpse; `nil` if there is no glimpse.
    ///
    /// - Parameters:
    ///   - request: which picture, and how large.
    ///   - bytes: the picture's own bytes, where the request says that they follow it.
    ///   - urgency: what comes before it.
    /// - Throws: ``DecodeFailure``; ``DecodeFailure/cancelled`` as soon as the task is cancelled.
    public func decode(
        _ request: DecodeRequest, bytes: [UInt8] = [], urgency: Urgency
    ) async throws(DecodeFailure) -> DecodedPicture? {
        let job = DecodeJob(request, bytes: bytes, urgency: urgency)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if job.wait(with: continuation) { add(job) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeAll { $0 === job } }
            job.cancel()
        }
        return try result.get()
    }

    private func add(_ job: DecodeJob) {
        state.withLock { state in
            let place = state.waiting.firstIndex { $0.urgency < job.urgency } ?? state.waiting.endIndex
            state.waiting.insert(job, at: place)
        }
        startNext()
    }

    /// Gives the next picture to a line that is idle, if there are both.
    private func startNext() {
        let next = state.withLock { state -> (line: DecoderLine, job: DecodeJob)? in
            guard !state.waiting.isEmpty, let line = state.idle.popLast() else { return nil }
            return (line, state.waiting.removeFirst())
        }
        guard let (line, job) = next else { return }
        line.queue.async {
            line.run(job)
            self.state.withLock { $0.idle.append(line) }
            self.startNext()
        }
    }
}
