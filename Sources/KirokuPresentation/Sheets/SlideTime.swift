import KirokuCore

/// How long a sheet takes to slide up or down: 0.1 to 5 seconds.
public struct SlideTime: Sendable, Hashable {
    /// What can be chosen, in seconds.
    public static let range = 0.1...5.0

    /// Half a second, unless somebody chose another time.
    public static let usual = SlideTime()

    /// In seconds; within ``range``.
    public let seconds: Double

    /// A time within ``range``.
    ///
    /// - Throws: ``SlideTimeError`` for any other number, so that the time there was stays.
    public init(seconds: Double) throws(SlideTimeError) {
        guard Self.range.contains(seconds) else { throw SlideTimeError(seconds: seconds) }
        self.seconds = seconds
    }

    private init() {
        seconds = 0.5
    }
}

/// A slide time that is too short or too long.
public struct SlideTimeError: Error, Sendable, Hashable {
    /// The time that was refused, in seconds.
    public let seconds: Double
}

extension SlideTimeError {
    /// What happened and what can be done, for the user.
    public var message: String { localized("A dialog takes from 0.1 to 5 seconds to slide in. Choose such a time.") }
}
