/// A record and its index, which may be known before the records are loaded.
public struct RecordPlace: Sendable, Hashable {
    /// Its identity.
    public let record: RecordID
    /// How many records preceded it when it was last seen.
    public let index: Int

    /// A record that had this many others before it.
    public init(record: RecordID, index: Int) {
        self.record = record
        self.index = index
    }
}

/// Some records of a document whose other records are still being read: the first ones, or those around where the user
/// was.
public struct PartialDocument: Sendable {
    /// These records and the settings; the history is not loaded yet.
    public let contents: DocumentContents
    /// The estimated number of all records.
    public let likelyCount: Int
    /// The estimated number of records before these.
    public let recordsBefore: Int
    /// Whether no records come after these.
    public let reachesEnd: Bool

    /// Whether the user sees the records in an order other than the table's.
    public var isSorted: Bool { !contents.settings.sortRules.isEmpty }

    /// Some records of a document that the caller is reading.
    public init(
        contents: DocumentContents, likelyCount: Int, recordsBefore: Int = 0, reachesEnd: Bool = false
    ) {
        self.contents = contents
        self.likelyCount = likelyCount
        self.recordsBefore = recordsBefore
        self.reachesEnd = reachesEnd
    }
}

/// Showing a document while it is still being read.
extension Document {
    /// A document of which only some records are loaded.
    ///
    /// They can be shown. Every edit is refused until ``finishLoading(title:_:in:)`` adds the others.
    public convenience init(title: String, beginning: PartialDocument) {
        self.init(title: title, contents: beginning.contents, store: nil)
        self.beginning = beginning
        // Their records may not be there yet.
        openConflicts = OpenConflicts()
    }

    /// Whether only some records are loaded yet.
    public var isLoading: Bool { beginning != nil }

    /// The estimated number of records before the loaded ones; 0 when all are loaded.
    public var recordsBefore: Int { beginning?.recordsBefore ?? 0 }

    /// How many records there are, or an estimate until all are loaded.
    public var likelyCount: Int { max(recordsBefore + table.count, beginning?.likelyCount ?? 0) }

    /// Why every edit is refused; `nil` if edits are possible.
    public var refusal: EditError? { isLoading ? .loading : isReadOnly ? .readOnly : nil }

    /// Why edits of a field's cells are refused; `nil` if they are possible.
    public func refusal(ofField field: FieldID) -> EditError? {
        refusal ?? limits.refusal(ofField: field, in: table.schema)
    }

    /// Why a kind of edit is refused; `nil` if it is possible.
    public func refusal(of kind: EditKind) -> EditError? { refusal ?? limits.refusal(of: kind) }

    /// Whether records can be added; not if others control the table, and do not let the user.
    public var mayAddRecords: Bool { !isReadOnly && limits.everything == nil && limits.adding == nil }

    /// Replaces these records with everything that was read.
    ///
    /// Does nothing if all are already loaded.
    ///
    /// - Parameters:
    ///   - title: the title shown to the user.
    ///   - contents: the complete document.
    ///   - store: where it is kept.
    public func finishLoading(title: String, _ contents: DocumentContents, in store: (any DocumentStore)?) {
        guard isLoading else { return }
        beginning = nil
        self.title = title
        start(contents, in: store)
    }
}
