/// A document as it was found on disk.
public struct OpenedDocument: Sendable {
    /// The table and what belongs to its looks.
    public let contents: DocumentContents
    /// Where edits are saved; `nil` if the file, or the folder it is in, cannot be written to.
    public let link: (any DocumentLink)?

    /// Whether the document can be looked at only.
    public var isReadOnly: Bool { link == nil }
}
