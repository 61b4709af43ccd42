/// A document as it was found on disk.
public struct OpenedDocument: Sendable {
    /// The table and what belongs to its looks.
    public let contents: DocumentContents
    /// Where edits are saved; `nil` if the file, or the folder it is in, cannot be written to.
    public let link: (any DocumentLink)?
    /// Where its pictures are read, which a document that cannot be written has, too; to be closed when it is done with.
    public let pictures: CardFile?
    /// Whether identifiers of its records or fields were outside of their range (``RecordID/range``, ``FieldID/range``) and
    /// have been mended; the file gets the new ones with the first edit.
    public let isMended: Bool

    /// A document that was found elsewhere, or is made up for a test.
    public init(
        contents: DocumentContents, link: (any DocumentLink)?, pictures: CardFile? = nil, isMended: Bool = false
    ) {
        self.isMended = isMended
        self.contents = contents
        self.link = link
        self.pictures = pictures ?? (link as? CardFile)
    }

    /// Whether the document can be looked at only.
    public var isReadOnly: Bool { link == nil }
}
