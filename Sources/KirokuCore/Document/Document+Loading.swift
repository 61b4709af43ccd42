/// A record, and where it stands: it may be known before the records are there to count.
public struct RecordPlace: Sendable, Hashable {
    /// What it is known by.
    public let record: RecordID
    /// How many records stood before it when somebody looked last.
    public let index: Int

    /// A record that had so many before it.
    public init(record: RecordID, index: Int) {
        self.record = record
        self.index = index
    }
}

/// Some records of a document whose other records are still being read: the first ones, or those where the user was.
public struct PartialDocument: Sendable {
    /// These records, and how the document is looked at; the history is not there yet.
    public let contents: DocumentContents
    /// How many records there will be, as far as can be told.
    public let likelyCount: Int
    /// How many records come before these, as far as can be told.
    public let recordsBefore: Int
    /// Whether none come after these.
    public let reachesEnd: Bool

    /// Whether the user sees the records in another order than the table's.
    public var isSorted: Bool { !contents.settings.sortRules.isEmpty }

    /// The beginning of a document that is read by whoever calls this.
    public init(
        contents: DocumentContents, likelyCount: Int, recordsBefore: Int = 0, reachesEnd: Bool = false
    ) {
        self.contents = contents
        self.likelyCount = likelyCount
        self.recordsBefore = recordsBefore
        self.reachesEnd = reachesEnd
    }
}

/// Looking at a document while it is still being read.
extension Document {
    /// A document of which only some records are there.
    ///
    /// They can be looked at. Every edit is refused, until ``finishLoading(title:_:in:)`` brings the others.
    public convenience init(title: String, beginning: PartialDocument) {
        self.init(title: title, contents: beginning.contents, store: nil)
        self.beginning = beginning
    }

    /// Whether only some records are there yet.
    public var isLoading: Bool { beginning != nil }

    /// How many records come before those that are there, as far as can be told; 0 when all are there.
    public var recordsBefore: Int { beginning?.recordsBefore ?? 0 }

    /// How many records there are, or will be when all are loaded, as far as can be told.
    public var likelyCount: Int { max(recordsBefore + table.count, beginning?.likelyCount ?? 0) }

    /// Why an edit would be refused whatever it is; `nil` if it would not.
    public var refusal: EditError? { isLoading ? .loading : isReadOnly ? .readOnly : nil }

    /// Takes what was read in place of these records.
    ///
    /// Does nothing if all are there already.
    ///
    /// - Parameters:
    ///   - title: what the user knows the document by.
    ///   - contents: all of the document.
    ///   - store: where it is kept.
    public func finishLoading(title: String, _ contents: DocumentContents, in store: (any DocumentStore)?) {
        guard isLoading else { return }
        beginning = nil
        self.title = title
        start(contents, in: store)
    }
}
