/// A reading of a monotonic clock, for pauses and for measuring durations.
///
/// It can only be compared with other readings of the same clock. Unlike ``AppClock/now``, it does not jump when the
/// system's time is set, so a wait never lasts for days.
package struct ClockReading: Sendable, Hashable, Comparable {
    /// Since some moment in the past.
    let seconds: Double

    /// A reading so much later.
    package static func + (reading: ClockReading, pause: Duration) -> ClockReading {
        ClockReading(seconds: reading.seconds + pause / .seconds(1))
    }

    /// How much later a reading is than another one; negative if it is earlier.
    package static func - (later: ClockReading, earlier: ClockReading) -> Duration {
        .seconds(later.seconds - earlier.seconds)
    }

    /// Whether a reading is earlier than another one.
    package static func < (one: ClockReading, other: ClockReading) -> Bool { one.seconds < other.seconds }
}

extension AppClock {
    /// The current reading; it is sped up and set like ``now``.
    package var reading: ClockReading {
        let steady = realTime.steady
        return state.withLock { $0.reading(steady: steady) }
    }

    /// Waits until the clock has advanced by `pause`, by the passing of time or because it was set.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(for pause: Duration) async throws(CancellationError) {
        try await sleep(for: pause / .seconds(1))
    }

    /// Waits until the clock reaches `end`; returns at once if it already has.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(until end: ClockReading) async throws(CancellationError) {
        try await sleep(for: end - reading)
    }
}
