import KirokuCore
import KirokuPresentation

/// Remembers that an entry has been refused and the user may not have seen it yet.
///
/// The press of a button may end the typing and also take the message away; such a press does nothing.
struct Refusal {
    private var isNoted = false

    /// Whether the refusal is new; asking once clears it.
    var isNews: Bool {
        mutating get {
            defer { isNoted = false }
            return isNoted
        }
    }

    mutating func remember() { isNoted = true }

    /// Forgets the refusal, because something else has changed since.
    mutating func clear() { isNoted = false }
}

extension SlideTime {
    /// The times that can be typed, in the user's language.
    static var rangeText: String {
        localized(
            "From {least} to {most} seconds.",
            ["least": localizedNumber(range.lowerBound), "most": localizedNumber(range.upperBound)])
    }
}
