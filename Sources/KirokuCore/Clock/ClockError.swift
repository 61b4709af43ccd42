/// Why the clock was not set.
///
/// It goes on as before then.
public enum ClockError: Error, Sendable, Hashable {
    /// More than 1,000,000,000,000 seconds from now or from 1970, or not a number at all.
    case timeOutOfRange
    /// A ratio below 0, above 1,000,000, or not a number at all.
    case ratioOutOfRange
}
