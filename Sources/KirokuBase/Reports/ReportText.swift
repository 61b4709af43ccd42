/// The text of a report: technical English, whatever the language of the program.
///
/// It is a literal in the source; a `String`, which may be a sentence for the user, does not compile:
///
/// ```swift
/// Reports.error("KRK_BU_MK", "no backup of \(data: title): \(error)")
/// Reports.error("KRK_BU_MK", error.message)  // does not compile
/// ```
public struct ReportText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text.
    public let text: String

    /// A text from a literal.
    public init(stringLiteral value: String) {
        text = value
    }

    /// A text from a literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// The developers' form of an error (see ``ReportedError``).
    public init(_ error: any Error) {
        text = (error as? any ReportedError)?.reportText.text ?? String(describing: error)
    }

    /// What can be interpolated: numbers, errors, and data.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// An empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends a piece of the literal.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a text that is not prose: a path, a name, a key.
        public mutating func appendInterpolation(data: String) { text += data }

        /// Appends a whole number.
        public mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Appends a number.
        public mutating func appendInterpolation(_ number: Double) { text += number.description }

        /// Appends the text of another report.
        public mutating func appendInterpolation(_ part: ReportText) { text += part.text }

        /// Appends an error without its sentences for the user.
        public mutating func appendInterpolation(_ error: any Error) { text += ReportText(error).text }
    }
}

/// An error with sentences for the user, which a report leaves out.
///
/// Other errors are reported by their cases and values.
public protocol ReportedError: Error {
    /// The error in words for developers.
    var reportText: ReportText { get }
}

extension StorageError: ReportedError {
    /// The error without its reason, which is in the user's language; the system's reason is reported where the call
    /// failed.
    public var reportText: ReportText {
        switch self {
        case .unreadable(let place, _): "unreadable: \(data: place.debugDescription)"
        case .unwritable(let place, _): "unwritable: \(data: place.debugDescription)"
        case .unwritableText(let place, _): "text that cannot be written: \(data: place.debugDescription)"
        case .damaged(let place, _): "damaged: \(data: place.debugDescription)"
        case .malformed(let place, _): "malformed: \(data: place.debugDescription)"
        default: "\(data: String(describing: self))"
        }
    }
}

extension SystemError: ReportedError {
    package var reportText: ReportText { "errno \(Int(code))" }
}
