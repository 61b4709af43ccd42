/// Why the preferences begin with their defaults although something was saved, and where that is now.
public struct PreferencesNotice: Sendable, Hashable {
    /// What was wrong with the preferences that were found.
    public enum Reason: Sendable, Hashable {
        /// They have another version of the format.
        case otherVersion
        /// They are not what preferences look like.
        case damaged
        /// The system did not let them be read.
        case unreadable
    }

    /// What was wrong with them.
    public let reason: Reason
    /// The path of the file that they are kept in; `nil` if they were in no file, or could not be kept beside.
    public let keptAs: String?
    /// Whether they are out of the way; otherwise nothing is saved until they are.
    public let isKept: Bool
}
