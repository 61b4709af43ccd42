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
