/// Why the preferences begin with their defaults although some were saved, and where the old ones are.
public struct PreferencesNotice: Sendable, Hashable {
    /// What was wrong with the preferences that were found.
    public enum Reason: Sendable, Hashable {
        /// They have another version of the format.
        case otherVersion
        /// They do not have the form of preferences.
        case damaged
        /// The system refused to read them.
        case unreadable
    }

    /// What was wrong with them.
    public let reason: Reason
    /// The path of the file with the old preferences; `nil` if they were not in a file, or could not be moved aside.
    public let keptAs: String?
    /// Whether the old preferences are safe; if not, nothing is saved until they are.
    public let isKept: Bool
}

extension PreferencesNotice: CustomStringConvertible {
    /// What was found, for developers.
    public var description: String {
        "\(reason), " + (keptAs.map { "kept as \($0)" } ?? (isKept ? "nothing to keep" : "in the way"))
    }
}
