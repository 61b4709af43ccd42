/// A document that is shared with others through a server, for whoever keeps the two in step.
///
/// It is one more hand on the document's file. All who have the document open, in whichever program, hear of what it
/// writes, and it hears of what they do by looking at the queue.
package struct SharedFile: Sendable {
    private let file: CardFile

    /// Opens a document, shared or not.
    ///
    /// - Throws: ``StorageError``.
    package static func open(_ path: String) async throws(StorageError) -> SharedFile {
        let file = CardFile(path: path)
        try await file.openInStep()
        return SharedFile(file: file)
    }

    private init(file: CardFile) {
        self.file = file
    }

    /// Where it is, also after it was moved.
    package var path: String { file.path }

    /// Ticks when anybody may have written to the document; only one reader is allowed.
    package var changes: AsyncStream<Void> { file.changesFromElsewhere }

    /// How the document stands with its server; `nil` if it is not shared.
    package func status() async throws(StorageError) -> SharingStatus? { try await file.sharingStatus() }

    /// How many edits wait to be sent; 0 if the document is not shared.
    package func waitingCount() async throws(StorageError) -> Int { try await file.waitingCount() }

    /// The edits that wait to be sent, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: at most so many; `nil` for all.
    ///   - passed: only those with a higher number.
    package func waiting(
        atMost limit: Int? = nil, after passed: Int64 = 0
    ) async throws(StorageError) -> [QueuedCommit] {
        try await file.waiting(atMost: limit, after: passed)
    }

    /// Takes edits that others have made for the user's own, who wants them sent.
    package func adopt(_ commits: [QueuedCommit]) async throws(StorageError) { try await file.adopt(commits) }

    /// The names of the edits that wait, and of the latest that were accepted.
    package func queuedIDs() async throws(StorageError) -> [QueuedName] { try await file.queuedIDs() }

    /// Queues what other programs have written to the document.
    ///
    /// - Returns: whether all is queued; otherwise one has written in a way that could not be noted.
    package func queueWritesOfOthers() async throws(StorageError) -> Bool { try await file.queueWritesOfOthers() }

    /// Writes down which edits the server has accepted, which it has lost, and what else is known of it.
    package func note(
        accepted: [String] = [], lost: [String] = [], keys: KeyChanges = KeyChanges(),
        _ change: @Sendable (inout SharingState) -> Void = { _ in }
    ) async throws(StorageError) {
        try await file.note(accepted: accepted, lost: lost, keys: keys, change)
    }

    /// Has the server know this copy by another name from now on, because another copy goes by the present one.
    ///
    /// - Parameter isSettled: whether the server has just been asked, so that the other copy has sent nothing of what waits.
    package func takeNewDesk(isSettled: Bool) async throws(StorageError) {
        try await file.takeNewDesk(isSettled: isSettled)
    }

    /// The records that are here.
    package func recordIDs() async throws(StorageError) -> Set<RecordID> { try await file.recordIDs() }

    /// The records without the edits that wait; `nil` if these cannot be taken back.
    package func settledTable() async throws(StorageError) -> RecordTable? { try await file.settledTable() }

    /// How many there are, if nothing waits to be sent, and the document has what is on the server as of a cursor.
    package func settledCount(asOf cursor: String) async throws(StorageError) -> Int? {
        try await file.settledCount(asOf: cursor)
    }

    /// Those of them that wait to be sent.
    package func waitingRecords() async throws(StorageError) -> Set<RecordID> {
        try await file.waiting(atMost: nil).reduce(into: []) { $0.formUnion($1.change.records) }
    }

    // MARK: Another program's table

    /// Which rows the records in these buckets are; `nil` for all.
    package func keys(inBuckets buckets: [Int]?) async throws(StorageError) -> [RecordKey] {
        try await file.keys(inBuckets: buckets)
    }

    /// By what the server knows the rows of some records, as far as they are there.
    package func keys(of records: Set<RecordID>) async throws(StorageError) -> [RecordID: String] {
        try await file.keys(of: records)
    }

    /// What the buckets have that are not empty.
    package func bucketDigests() async throws(StorageError) -> [Int: BucketDigest] { try await file.bucketDigests() }

    /// The fields without the edits that wait.
    package func schema() async throws(StorageError) -> Schema { try await file.sharedSchema() }

    // MARK: Taking in

    /// Takes in records that others have changed.
    ///
    /// - Parameters:
    ///   - rows: these, as they are on the server now.
    ///   - cursor: up to where the document had what is on the server when these were read; `nil` if that was not known.
    ///   - keys: what becomes of the keys, if it is another program's table.
    ///   - change: changes what is known of the server.
    /// - Returns: `nil` if all of the table must be read, or the document is no longer where it was.
    package func receive(
        _ rows: SharedRows, since cursor: String?, keys: KeyChanges = KeyChanges(),
        _ change: @Sendable (inout SharingState) -> Void
    ) async throws(StorageError) -> ReceivedRows? {
        try await file.receive(rows, since: cursor, keys, change)
    }

    /// Takes in the table as a whole.
    ///
    /// - Parameters:
    ///   - table: as it is on the server.
    ///   - keys: the identities of its records, and which rows they are, if it is another program's table; they keep their
    ///     places then.
    ///   - author: who has changed it, if that is known.
    ///   - departures: why records are not there.
    ///   - changed: the records that have changed on the server since the document was there last, if another program has
    ///     changed the document in a way that could not be noted: others that differ are left out, to be decided.
    ///   - change: changes what is known of the server.
    /// - Returns: `nil` if a record is edited here that was not read, so that it must be read again.
    package func receive(
        all table: RecordTable, keys: [RecordKey]? = nil, by author: CommitAuthor?,
        _ departures: Departures = Departures(), unclearBesides changed: ChangedRecords? = nil,
        _ change: @Sendable (inout SharingState) -> Void
    ) async throws(StorageError) -> ReceivedRows? {
        try await file.receive(
            all: table, keys: keys, by: author, departures, unclearBesides: changed, change)
    }

    /// Leaves out an edit that the server refuses.
    ///
    /// - Returns: how many edits wait for the user to decide.
    package func refuse(_ id: String, _ sentence: String) async throws(StorageError) -> Int {
        try await file.refuse([id], sentence, by: .server)
    }

    /// Leaves out edits of others, which the user does not want to be sent.
    package func discard(_ edits: WaitingEdits) async throws(StorageError) {
        let sentence = localized("It was made elsewhere, and you have not sent it.")
        _ = try await file.refuse(Set(edits.commits.map(\.id)), sentence, by: .current)
    }

    /// Takes an edit out of the queue.
    package func drop(_ id: String) async throws(StorageError) { try await file.drop(id) }

    // MARK: Pictures

    /// The bytes of a picture of the document; `nil` if they are not here.
    package func picture(named name: String) async throws(StorageError) -> [UInt8]? {
        guard try await file.pictures().contains(where: { $0.name == name && $0.isHere }) else { return nil }
        return try await file.picture(named: name, atMost: .max)
    }

    /// Notes pictures that are on the server; those that are here are left out.
    package func want(_ pictures: [WantedPicture]) async throws(StorageError) { try await file.want(pictures) }

    /// Notes all pictures that are on the server; those that are here only are sent again.
    package func want(all pictures: [WantedPicture]) async throws(StorageError) { try await file.want(all: pictures) }

    /// The pictures that are on the server alone.
    package func wanted() async throws(StorageError) -> [WantedPicture] { try await file.wanted() }

    /// Keeps pictures that have come from the server; without bytes, those that are no longer there.
    package func keep(_ pictures: [(WantedPicture, [UInt8]?)]) async throws(StorageError) {
        try await file.keep(pictures)
    }

    /// Gives a picture that waits to be sent another name, wherever it stands.
    package func rename(picture name: String, to new: String) async throws(StorageError) {
        try await file.rename(picture: name, to: new)
    }

    // MARK: Ending

    /// Makes it a document of its own again; what waits is not sent.
    package func endSharing() async throws(StorageError) { try await file.endSharing() }

    /// Makes a document that nobody has open one of its own; nothing changes if it is one.
    static func end(_ path: String) async throws(StorageError) {
        let file = CardFile(path: path)
        do throws(StorageError) {
            try await file.openInStep()
            try await file.endSharing()
        } catch {
            await file.close()
            throw error
        }
        await file.close()
    }

    package func close() async { await file.close() }
}

extension DocumentStores {
    /// What was noted before a document was put on a server, if the end of that is not known.
    package static func preparedSharing(of store: any DocumentStore) async throws(StorageError) -> PreparedSharing? {
        try await (store as? CardFile)?.preparedSharing()
    }

    /// Notes that a document, as it was loaded, is about to be put on a server.
    package static func prepareSharing(
        of store: any DocumentStore, as document: String, by backend: String?
    ) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.prepareSharing(as: document, by: backend)
    }

    /// Begins to share a document, which is on the server as well.
    ///
    /// - Parameters:
    ///   - store: of the document, as it was loaded; what was written to it since then, or since it was prepared, is sent.
    ///   - state: what is known of the server.
    package static func share(_ store: any DocumentStore, _ state: SharingState) async throws(StorageError) {
        guard let file = store as? CardFile else { throw .unsupported }
        try await file.beginSharing(state)
    }
}
