/// Bytes that are not in the format, or contents that the format cannot hold.
public struct FileFormatError: Error, Sendable, Hashable {
    /// A sentence in the user's language.
    public let reason: String

    /// - Parameter reason: a sentence in the user's language.
    public init(reason: String) {
        self.reason = reason
    }
}

extension FileFormatError: ReportedError {
    /// The error without its reason, which is in the user's language.
    public var reportText: ReportText { "not in the format" }
}
