import Dispatch
import KirokuCore
import Synchronization

/// Decodes pictures in separate processes, so that a picture cannot harm the program.
///
/// ```swift
/// let decoder = PictureDecoder(thumbnails: ThumbnailFolder(path: "/home/aiko/.cache/thumbnails"))
/// let request = DecodeRequest(.file(uri: uri), .fitting(width: 256, height: 256), .thumbnail)
/// let picture = try await decoder.decode(request, urgency: .inSight)
/// ```
///
/// The processes start when the first picture is requested, and end with the decoder. If a picture ends its process or
/// takes too long, only that picture fails; if it ends a process that had served others, it is tried once more in a new
/// process, as the old one may have been damaged. Requests are served in their order, the more urgent first. A
/// cancelled request is dropped; if it is under way and takes long, its process is killed.
public final class PictureDecoder: Sendable {
    /// The urgency of a request.
    public enum Urgency: Int, Sendable, Comparable {
        /// The picture may soon be visible.
        case soon
        /// The picture is visible.
        case inSight
        /// The user has just chosen the picture.
        case chosen

        /// Whether one urgency is lower than the other.
        public static func < (one: Urgency, other: Urgency) -> Bool { one.rawValue < other.rawValue }
    }

    private struct State {
        var waiting: [DecodeJob] = []
        var idle: [DecoderLine] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    /// For tasks that send a picture's bytes: limits how many pictures are in memory at a time.
    let turnsWithBytes: AsyncSemaphore

    /// Creates a decoder; it starts processes when it needs them.
    ///
    /// - Parameters:
    ///   - thumbnails: the shared thumbnails, read and written by ``DecodeRequest/Effort/thumbnail``; `nil` for none.
    ///   - program: the path of the program to start.
    ///   - limits: the limits for a picture.
    ///   - lines: the maximum number of processes.
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

    /// Decodes the requested picture, or returns a smaller one for a glimpse; `nil` if there is no glimpse.
    ///
    /// - Parameters:
    ///   - request: the picture and its size.
    ///   - bytes: the picture's bytes, if the request says that they follow.
    ///   - urgency: which requests are served before this one.
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
            let index = state.waiting.firstIndex { $0.urgency < job.urgency } ?? state.waiting.endIndex
            state.waiting.insert(job, at: index)
        }
        startNext()
    }

    /// Gives the next picture to an idle line, if there are both.
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
