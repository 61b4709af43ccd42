import FoundationEssentials

/// The source from which an ``AppClock`` takes the real time.
public protocol RealTime: Sendable {
    /// The real time now.
    var now: Date { get }

    /// Seconds since some moment in the past, which never jump or go back; those of ``now`` where these cannot be set.
    var steady: Double { get }

    /// Waits for `seconds` of real time.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(seconds: Double) async throws
}

extension RealTime {
    /// The seconds of ``now``.
    public var steady: Double { now.timeIntervalSince1970 }
}

/// The time of the system.
public struct SystemTime: RealTime {
    /// The time of the system that the program runs on.
    public init() {}

    /// The system's current time.
    public var now: Date { Date() }

    /// The seconds for which the system has run, sleep included.
    public var steady: Double { (ContinuousClock.now - Self.beginning) / .seconds(1) }

    private static let beginning = ContinuousClock.now

    /// Sleeps by a clock of the system that cannot be set, so that changes of the time of day do not matter.
    public func sleep(seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds))
    }
}

/// A fixed time, for tests.
public struct FixedTime: RealTime {
    /// The moment at which the time is stopped.
    public let now: Date

    /// A time that always stays at `now`.
    public init(at now: Date) {
        self.now = now
    }

    /// Returns only by being cancelled, as no time passes here.
    public func sleep(seconds: Double) async throws {
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }
}
