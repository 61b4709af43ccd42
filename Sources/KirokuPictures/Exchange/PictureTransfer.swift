import Glibc
import KirokuCore

/// The result of taking pictures from a document to a folder, or back.
public struct PictureTransfer: Sendable, Hashable {
    /// A picture that could not be transferred, or cannot be shown.
    public struct Refusal: Sendable, Hashable {
        /// The name of the picture.
        public let name: String
        /// What is wrong, in the user's language.
        public let reason: String
    }

    /// The names of the pictures that have arrived, each with its name at the destination.
    public internal(set) var names: [String: String] = [:]
    /// The pictures that have not arrived.
    public internal(set) var refusals: [Refusal] = []
    /// The pictures that have arrived, but cannot be shown.
    public internal(set) var broken: [Refusal] = []

    /// The files and the folder that were made, so that they can be removed again.
    var madeFiles: [String] = []
    var madeFolder: String?

    /// Removes the files that were written.
    public func removeFiles() {
        for path in madeFiles { unlink(path) }
        if let madeFolder { rmdir(madeFolder) }
    }

    /// A message about the missing pictures and those that cannot be shown, with the first of each; `nil` if all is
    /// well.
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
