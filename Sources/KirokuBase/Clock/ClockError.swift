/// Why the clock was not set.
///
/// Its setting has not changed then.
public enum ClockError: Error, Sendable, Hashable {
    /// More than 1,000,000,000,000 seconds from now or from 1970, or NaN.
    case timeOutOfRange
    /// A ratio below 0, above 1,000,000, or NaN.
    case ratioOutOfRange
}
