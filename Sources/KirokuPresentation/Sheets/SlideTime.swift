import KirokuCore

/// How long a sheet takes to slide up or down: 0.1 to 5 seconds.
public struct SlideTime: Sendable, Hashable {
    /// The range of times, in seconds.
    public static let range = 0.1...5.0

    /// Half a second: the time of a sheet for which no other is set.
    public static let usual = SlideTime(checked: 0.5)

    /// A fifth of a second, so that a user who is typing does not have to wait.
    public static let brief = SlideTime(checked: 0.2)

    /// The time in seconds, within ``range``.
    public let seconds: Double

    /// Creates a time within ``range``.
    ///
    /// - Throws: ``SlideTimeError`` for any number outside the range.
    public init(seconds: Double) throws(SlideTimeError) {
        guard Self.range.contains(seconds) else { throw SlideTimeError(seconds: seconds) }
        self.seconds = seconds
    }

    private init(checked seconds: Double) {
        self.seconds = seconds
    }
}

/// A slide time that is too short or too long.
public struct SlideTimeError: Error, Sendable, Hashable {
    /// The refused time, in seconds.
    public let seconds: Double
}

extension SlideTimeError {
    /// What happened and what can be done, as a text for the user.
    public var message: String { localized("Choose a time from 0.1 to 5 seconds.") }
}
