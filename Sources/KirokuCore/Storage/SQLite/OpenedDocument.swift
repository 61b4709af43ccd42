/// A document as it was found on disk.
public struct OpenedDocument: Sendable {
    /// The table and what belongs to its looks.
    public let contents: DocumentContents
    /// Where edits are saved; `nil` if the file, or the folder it is in, cannot be written to.
    public let link: (any DocumentLink)?
    /// Where its pictures are read, which a document that cannot be written has, too; to be closed when it is done with.
    public let pictures: CardFile?
    /// Whether numbers of its records, fields or places were outside of their range (``RecordID/range``, ``FieldID/range``,
    /// ``Place``) and have been mended; the file gets the new ones with the first edit.
    public let isMended: Bool
    /// Whether the file has the form of an earlier version of Kiroku, and keeps it until the first edit.
    public let isOfEarlierVersion: Bool

    /// A document that was found elsewhere, or is made up for a test.
    public init(contents: DocumentContents, link: (any DocumentLink)?) {
        self.init(contents: contents, link: link, pictures: nil)
    }

    /// A document that was found on disk.
    ///
    /// - Parameter version: of the form that its file has.
    init(
        contents: DocumentContents, link: (any DocumentLink)?, pictures: CardFile? = nil, isMended: Bool = false,
        version: Int32 = CardFileFormat.version
    ) {
        self.isMended = isMended
        isOfEarlierVersion = version < CardFileFormat.version
        self.contents = contents
        self.link = link
        self.pictures = pictures ?? (link as? CardFile)
    }

    /// What the user is told of it if it ``isMended``.
    public var mendingNotice: String? {
        guard isMended else { return nil }
        return localized(
            "Some numbers of records, fields or places were out of range and have been replaced; the new ones are saved with your first edit."
        )
    }

    /// Whether the document can be looked at only.
    public var isReadOnly: Bool { link == nil }
}
