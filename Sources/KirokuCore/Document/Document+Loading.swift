/// The first records of a document whose other records are still being read.
public struct DocumentBeginning: Sendable {
    /// The first records, and how the document is looked at; the history is not there yet.
    public let contents: DocumentContents
    /// How many records there will be, as far as can be told.
    public let likelyCount: Int

    /// Whether the user sees the records in another order than the table's.
    public var isSorted: Bool { !contents.settings.sortRules.isEmpty }

    /// The beginning of a document that is read by whoever calls this.
    public init(contents: DocumentContents, likelyCount: Int) {
        self.contents = contents
        self.likelyCount = likelyCount
    }
}

/// Looking at a document while it is still being read.
extension Document {
    /// A document of which only the first records are there.
    ///
    /// They can be looked at. Every edit is refused, until ``finishLoading(title:contents:link:)`` brings the others.
    public convenience init(title: String, beginning: DocumentBeginning) {
        self.init(title: title, contents: beginning.contents, link: nil)
        self.beginning = beginning
    }

    /// Whether only the first records are there yet.
    public var isLoading: Bool { beginning != nil }

    /// How many records there are, or will be when all are loaded, as far as can be told.
    public var likelyCount: Int { max(table.count, beginning?.likelyCount ?? 0) }

    /// Why an edit would be refused whatever it is; `nil` if it would not.
    public var refusal: EditError? { isLoading ? .loading : isReadOnly ? .readOnly : nil }

    /// Takes what was read in place of the first records.
    ///
    /// Does nothing if all are there already.
    ///
    /// - Parameters:
    ///   - title: what the user knows the document by.
    ///   - contents: all of the document.
    ///   - link: where edits are saved from now on; `nil` for a document that cannot be edited.
    public func finishLoading(title: String, contents: DocumentContents, link: (any DocumentLink)?) {
        guard isLoading else { return }
        beginning = nil
        self.title = title
        saver.start(with: link)
        takeOver(contents)
    }
}
