/// What a report says: technical English, whatever language the program speaks.
///
/// It stands in the source where it is reported. A `String`, which may be a sentence for the user, is not taken for one:
///
/// ```swift
/// Reports.error("KRK_BU_MK", "no backup of \(data: title): \(error)")
/// Reports.error("KRK_BU_MK", error.message)  // does not compile
/// ```
public struct ReportText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text.
    public let text: String

    /// A text that stands in the source.
    public init(stringLiteral value: String) {
        text = value
    }

    /// A text that stands in the source, with values put in.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// An error as developers know it (see ``ReportedError``).
    public init(_ error: any Error) {
        text = (error as? any ReportedError)?.reportText.text ?? String(describing: error)
    }

    /// What can be put in: numbers, errors, and data.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// An empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends what stands in the source.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a text that is in no language: a path, a name, a key.
        public mutating func appendInterpolation(data: String) { text += data }

        /// Appends a whole number.
        public mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Appends a number.
        public mutating func appendInterpolation(_ number: Double) { text += number.description }

        /// Appends what another report says.
        public mutating func appendInterpolation(_ part: ReportText) { text += part.text }

        /// Appends an error without its sentences for the user.
        public mutating func appendInterpolation(_ error: any Error) { text += ReportText(error).text }
    }
}

/// An error that holds words for the user, which a report leaves out.
///
/// Other errors are reported as their cases and values.
public protocol ReportedError: Error {
    /// The error for developers.
    var reportText: ReportText { get }
}

extension StorageError: ReportedError {
    /// Without the reasons, which are in the user's language; the system's own are reported where it refuses something.
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

extension FileFormatError: ReportedError {
    /// Without the reason, which is in the user's language.
    public var reportText: ReportText { "not in the format" }
}

extension TableLoadError: ReportedError {
    /// What the link says, or why the list is refused.
    public var reportText: ReportText {
        if case .storage(let error) = self { return error.reportText }
        return "\(data: String(describing: self))"
    }
}

extension PreferencesNotice: CustomStringConvertible {
    /// What was found, for developers.
    public var description: String {
        "\(reason), " + (keptAs.map { "kept as \($0)" } ?? (isKept ? "nothing to keep" : "in the way"))
    }
}
