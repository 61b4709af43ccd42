import FoundationEssentials

/// Where an ``AppClock`` takes the real time from.
public protocol RealTime: Sendable {
    /// The real time now.
    var now: Date { get }

    /// Returns when `seconds` of real time are over.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(seconds: Double) async throws
}

/// The time of the system.
public struct SystemTime: RealTime {
    /// The time of the system that the program runs on.
    public init() {}

    /// What the system takes the time to be.
    public var now: Date { Date() }

    /// Sleeps by a clock of the system that nobody sets, so that it takes as long as it should whatever happens to
    /// the time of day.
    public func sleep(seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds))
    }
}

/// A time that stands still, for tests.
public struct StandingTime: RealTime {
    /// The moment at which it stands.
    public let now: Date

    /// A time that is always this one.
    public init(at now: Date) {
        self.now = now
    }

    /// Never returns but by being cancelled: no time passes here.
    public func sleep(seconds: Double) async throws {
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }
}
