import Glibc

/// What became of pictures on their way from a document to a folder, or back.
public struct PictureTransfer: Sendable, Hashable {
    /// A picture that stayed where it was.
    public struct Refusal: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// What is wrong, for the user.
        public let reason: String
    }

    /// The names of those that have arrived, and what they are called there.
    public internal(set) var names: [String: String] = [:]
    /// Those that have not.
    public internal(set) var refusals: [Refusal] = []

    /// What was made for them, so that it can be taken away again.
    var madeFiles: [String] = []
    var madeFolder: String?

    /// Takes the files away again that were written.
    public func takeBack() {
        for path in madeFiles { unlink(path) }
        if let madeFolder { rmdir(madeFolder) }
    }

    /// The refusals in a sentence, the first of them by name; `nil` if there are none.
    public var complaint: String? {
        guard let first = refusals.first else { return nil }
        return localized(
            "{count} picture is missing. {file}: {reason}", "{count} pictures are missing. {file}: {reason}",
            count: refusals.count, ["file": first.name, "reason": first.reason])
    }

    mutating func refuse(_ name: String, _ reason: String) {
        refusals.append(Refusal(name: name, reason: reason))
    }
}
