import Glibc
import KirokuCore

/// What became of pictures on their way from a document to a folder, or back.
public struct PictureTransfer: Sendable, Hashable {
    /// A picture with which something is wrong.
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
    /// Those that have arrived, but cannot be shown.
    public internal(set) var broken: [Refusal] = []

    /// What was made for them, so that it can be taken away again.
    var madeFiles: [String] = []
    var madeFolder: String?

    /// Takes the files away again that were written.
    public func takeBack() {
        for path in madeFiles { unlink(path) }
        if let madeFolder { rmdir(madeFolder) }
    }

    /// What did not arrive, and what cannot be shown, the first of each by name; `nil` if all is well.
    public var complaint: String? {
        let sentences = [
            refusals.first.map { first in
                localized(
                    "{count} picture is missing. {file}: {reason}", "{count} pictures are missing. {file}: {reason}",
                    count: refusals.count, ["file": first.name, "reason": first.reason])
            },
            broken.first.map { first in
                localized(
                    "{count} picture cannot be shown. {file}: {reason}",
                    "{count} pictures cannot be shown. {file}: {reason}",
                    count: broken.count, ["file": first.name, "reason": first.reason])
            },
        ].compactMap { $0 }
        return sentences.isEmpty ? nil : localizedSentences(sentences)
    }

    mutating func refuse(_ name: String, _ reason: String) {
        refusals.append(Refusal(name: name, reason: reason))
    }
}
