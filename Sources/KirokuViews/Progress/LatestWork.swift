import KirokuCore

/// Background work of which only the latest matters: starting new work cancels the previous.
@MainActor
public final class LatestWork {
    /// Called with the progress, from 0 to 1.
    public var onProgress: ((Double) -> Void)?
    /// Called when the work takes longer than 0.3 seconds.
    public var onDelay: (() -> Void)?
    private var task: Task<Void, Never>?
    private let clock: AppClock
    /// Work that takes longer shows its progress; in seconds.
    private static let delay = 0.3
    /// Distinguishes a late result from the current one.
    private var generation = 0

    /// No work yet.
    ///
    /// - Parameter clock: tells how long work takes.
    public init(clock: AppClock = .shared) {
        self.clock = clock
    }

    /// Whether a result is pending.
    public var isRunning: Bool { task != nil }

    /// Starts work.
    ///
    /// - Parameters:
    ///   - work: the work; it reports its progress, from 0 to 1.
    ///   - done: called with the result, unless the work is cancelled.
    public func start<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws(Failure) -> Value,
        done: @escaping @MainActor (Result<Value, Failure>) -> Void
    ) {
        cancel()
        let current = generation
        let relay = ProgressRelay { [weak self] fraction in
            guard let self, isWaiting(for: current) else { return }
            onProgress?(fraction)
        }
        task = Task { [weak self] in
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await work { relay.report($0) })
            } catch {
                result = .failure(error)
            }
            guard let self, isWaiting(for: current) else { return }
            task = nil
            done(result)
        }
        Task { [weak self, clock] in
            try? await clock.sleep(for: Self.delay)
            guard let self, isWaiting(for: current) else { return }
            onDelay?()
        }
    }

    /// Cancels the work, if there is any; its `done` is not called.
    public func cancel() {
        task?.cancel()
        task = nil
        generation += 1
    }

    private func isWaiting(for generation: Int) -> Bool { isRunning && self.generation == generation }
}

/// Carries progress from any thread to the main actor.
public final class ProgressRelay: Sendable {
    private let continuation: AsyncStream<Double>.Continuation

    /// Creates a relay; if several reports arrive at once, only the newest counts.
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

    /// Reports progress; may be called on any thread.
    public func report(_ fraction: Double) {
        continuation.yield(fraction)
    }
}
