import KirokuCore

/// Work in the background of which only the latest counts: what is started gives up what was started before.
@MainActor
final class LatestWork<Value: Sendable> {
    /// What is done, given a place to report the share that is done, from 0 to 1.
    typealias Work = @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws(QueryError) -> Value

    /// Told the share that is done.
    var onProgress: ((Double) -> Void)?
    /// Called when the work takes longer than 0.3 seconds.
    var onDelay: (() -> Void)?
    private var task: Task<Void, Never>?
    /// Tells a result that comes late from the one that is waited for.
    private var generation = 0

    /// Whether a result is waited for.
    var isRunning: Bool { task != nil }

    /// Begins some work; `done` is called with the result, unless the work is cancelled.
    func start(_ work: @escaping Work, done: @escaping @MainActor (Result<Value, QueryError>) -> Void) {
        cancel()
        let current = generation
        let relay = ProgressRelay { [weak self] fraction in
            guard let self, isWaiting(for: current) else { return }
            onProgress?(fraction)
        }
        task = Task { [weak self] in
            let result: Result<Value, QueryError>
            do throws(QueryError) {
                result = .success(try await work { relay.report($0) })
            } catch {
                result = .failure(error)
            }
            guard let self, isWaiting(for: current) else { return }
            task = nil
            done(result)
        }
        Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(300))
            guard let self, isWaiting(for: current) else { return }
            onDelay?()
        }
    }

    /// Cancels the work; nothing is called.
    func cancel() {
        task?.cancel()
        task = nil
        generation += 1
    }

    private func isWaiting(for generation: Int) -> Bool { isRunning && self.generation == generation }
}

/// Carries progress from wherever work is done to the main actor.
public final class ProgressRelay: Sendable {
    private let continuation: AsyncStream<Double>.Continuation

    /// Only the newest share counts when several come at once.
    @MainActor
    public init(_ body: @escaping @MainActor (Double) -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        Task {
            for await fraction in stream { body(fraction) }
        }
    }

    deinit {
        continuation.finish()
    }

    /// Tells the newest share; may be called on any thread.
    public func report(_ fraction: Double) {
        continuation.yield(fraction)
    }
}
