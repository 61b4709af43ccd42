import KirokuCore
import KirokuPresentation

/// Whether something that was typed has been refused and the user may not have seen it yet.
///
/// What ends the typing may be the press of the very button that would take the message away; that press then does
/// nothing.
struct Refusal {
    private var isNoted = false

    /// Whether the refusal is new; asking once clears it.
    var isNews: Bool {
        mutating get {
            defer { isNoted = false }
            return isNoted
        }
    }

    mutating func note() { isNoted = true }

    /// Something else has changed since.
    mutating func clear() { isNoted = false }
}

extension SlideTime {
    /// What can be typed, for the user.
    static var rangeText: String {
        localized(
            "From {least} to {most} seconds.",
            ["least": localizedNumber(range.lowerBound), "most": localizedNumber(range.upperBound)])
    }
}
