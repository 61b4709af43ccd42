/// A document in the program's memory: for previews, for tests, and for contents that are not worth a file.
///
/// Calls can be delayed or refused from outside, to try slow and failing stores:
///
/// ```swift
/// let store = MemoryStore(contents) { call throws(StorageError) in
///     if case .commit = call { throw .diskFull(at: .memory("Sights")) }
/// }
/// ```
public actor MemoryStore: DocumentStore {
    /// A call to the store.
    public enum Call: Sendable {
        /// To load or search it, or to open it for reading.
        case load
        /// To commit these changes.
        case commit([DocumentChange])
        /// To list, read, add or remove pictures.
        case pictures
        /// To copy it.
        case copy
        /// To close it.
        case close
    }

    /// Intercepts each call before it is carried out.
    ///
    /// It may wait, or throw an error, which the call then throws; when closing, errors are ignored.
    public typealias Interceptor = @Sendable (Call) async throws(StorageError) -> Void

    /// The location that errors name.
    public nonisolated let location: StorageLocation
    /// What this store supports.
    public nonisolated let capabilities: StoreCapabilities
    /// Ticks when others have written here; ends when the store is closed.
    public nonisolated let changesFromElsewhere: AsyncStream<Void>

    private let tick: AsyncStream<Void>.Continuation
    private let intercept: Interceptor
    private var contents: DocumentContents
    private var held: [String: (bytes: [UInt8], hash: String)] = [:]
    /// What others have written since it was loaded, or since the last call of ``news()``.
    private var undelivered: [OthersCommit] = []
    /// The history, the oldest first.
    private var steps: [JournalRow] = []
    private var isClosed = false

    /// How many records are reported early; a document with no more is loaded at once.
    private static let firstRecords = 2_000

    /// A store that keeps this document.
    ///
    /// - Parameters:
    ///   - contents: the initial contents.
    ///   - name: the name that errors use.
    ///   - capabilities: what the store supports.
    ///   - interceptor: called before each call is carried out.
    public init(
        _ contents: DocumentContents, name: String = "Memory",
        capabilities: StoreCapabilities = [.edits, .history, .pictures, .copies, .news],
        interceptor: @escaping Interceptor = { _ in }
    ) {
        self.contents = contents
        location = .memory(name)
        self.capabilities = capabilities
        intercept = interceptor
        (changesFromElsewhere, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        if !capabilities.contains(.news) { tick.finish() }
    }

    /// Returns the contents.
    public func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await begin(.load)
        guard !Task.isCancelled else { throw .cancelled }
        if let beginning, let part = contents.beginning(around: place, count: Self.firstRecords) { beginning(part) }
        undelivered = []
        progress?(1)
        return contents
    }

    /// Does nothing: everything is in memory.
    public func openForReading() async throws(StorageError) {
        try await begin(.load)
    }

    /// Searches the contents.
    public func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        try await begin(.load)
        let table = contents.table
        let search: DocumentSearch
        do throws(Failure) { search = try plan(table.schema) } catch { return .failure(error) }
        return .success(try await search.records(of: table))
    }

    /// Applies these changes, all or none.
    public func commit(_ changes: [DocumentChange]) async throws(StorageError) {
        try await begin(.commit(changes), for: .edits)
        guard undelivered.isEmpty else { throw .changedElsewhere(at: location) }
        let before = contents.table.schema
        try contents.take(changes, at: location, keepingHistory: capabilities.contains(.history))
        try log(changes, by: .current, before: before)
    }

    private func log(_ changes: [DocumentChange], by author: CommitAuthor?, before: Schema) throws(StorageError) {
        guard capabilities.contains(.history) else { return }
        for change in changes {
            let number = Int64(steps.count + 1)
            let parts = try LoggedPart.parts(of: change, limit: .max) { [now = contents.table.schema] field in
                (before.fields + now.fields).last { $0.id == field }.map { LogField($0) }
            }
            guard let parts else { continue }
            let commits = CommitSpan(UInt32(truncatingIfNeeded: number))
            steps.append(
                JournalRow(number: number, commits: commits, author: author, time: AppClock.shared.now, parts: parts))
        }
    }

    /// The history since the store was created.
    public func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage {
        try await begin(.load)
        let end = position ?? HistoryPosition(step: .max, counter: UInt32(truncatingIfNeeded: steps.count + 1))
        var gathering = HistoryGathering(scope, before: end)
        for step in steps.reversed() where step.number < end.step && !gathering.isFull { _ = gathering.add(step) }
        return gathering.page(begin: steps.first?.time)
    }

    /// The change of a step.
    public func change(ofStep number: Int64) async throws(StorageError) -> Change? {
        try await begin(.load)
        return steps.first { $0.number == number }?.change
    }

    /// The steps since the store was created, for going back.
    public func steps(before position: HistoryPosition?) async throws(StorageError) -> HistorySteps? {
        try await begin(.load)
        guard undelivered.isEmpty else { return nil }
        let newest = HistoryPosition(step: .max, counter: UInt32(truncatingIfNeeded: steps.count + 1))
        var found = HistorySteps(from: position ?? newest)
        for step in steps.reversed() where step.number < found.position.step && !found.isFull { _ = found.add(step) }
        return found
    }

    /// What others have written.
    public func news() async throws(StorageError) -> StoreNews? {
        try await begin(.load)
        defer { undelivered = [] }
        if undelivered.isEmpty { return nil }
        return capabilities.contains(.news) ? .commits(undelivered, contents.open) : .contents(contents)
    }

    /// Writes as another user of the same document would.
    ///
    /// - Throws: ``StorageError/changedElsewhere(at:)`` if the changes do not apply.
    public func writeElsewhere(_ changes: [DocumentChange], by author: CommitAuthor? = nil) throws(StorageError) {
        let before = contents.table.schema
        try contents.take(changes, at: location, keepingHistory: false)
        try log(changes, by: author, before: before)
        let time = AppClock.shared.now
        undelivered += changes.edits.map { OthersCommit(author: author, time: time, change: $0) }
        tick.yield()
    }

    /// Writes a copy as a document file.
    public func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        try await begin(.copy, for: .copies)
        let copy = CardFile(path: path)
        let pictures = MemoryStore(contents)
        await pictures.hold(held)
        // Copies have no history.
        let present = DocumentContents(
            table: contents.table, fieldWidths: contents.fieldWidths, settings: contents.settings)
        _ = try await copy.fill(file, with: present, picturesOf: pictures, progress)
        guard !isClosed else { throw .cancelled }
    }

    /// Ends the news, and keeps the contents.
    public func close() async {
        try? await intercept(.close)
        isClosed = true
        tick.finish()
    }

    /// Drops the contents.
    public func discard() async {
        await close()
        contents = DocumentContents(table: RecordTable(schema: contents.table.schema))
        held = [:]
    }

    private func begin(_ call: Call, for capability: StoreCapabilities = []) async throws(StorageError) {
        guard !isClosed else { throw .unsupported }
        guard capabilities.isSuperset(of: capability) else {
            throw capability == .edits ? .readOnly(at: location) : .unsupported
        }
        try await intercept(call)
    }
}

// MARK: Pictures

extension MemoryStore {
    /// All pictures, in the order of their names.
    public func pictures() async throws(StorageError) -> [StoredPicture] {
        try await begin(.pictures)
        return held.map { StoredPicture(name: $0, byteCount: $1.bytes.count, hash: $1.hash) }.sorted {
            $0.name < $1.name
        }
    }

    /// The bytes of a picture, or `nil` if there is none of that name.
    public func picture(named name: String, atMost limit: Int) async throws(StorageError) -> [UInt8]? {
        try await begin(.pictures)
        guard !Task.isCancelled else { throw .cancelled }
        guard let bytes = held[name]?.bytes else { return nil }
        guard bytes.count <= limit else { throw .tooLarge(at: location) }
        return bytes
    }

    /// Adds a picture; one that is added repeatedly is kept once.
    public func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String {
        try await begin(.pictures, for: .pictures)
        if let known = held.first(where: { $0.value.hash == hash })?.key { return known }
        let kept = try PictureName.unique(name) { (name) throws(StorageError) in held[name] != nil }
        held[kept] = (bytes, hash)
        return kept
    }

    /// Removes pictures permanently.
    public func removePictures(named names: [String]) async throws(StorageError) {
        try await begin(.pictures, for: .pictures)
        for name in names { held[name] = nil }
    }

    /// Does nothing: there is no unused space.
    public func giveSpaceBack() async throws(StorageError) {
        try await begin(.pictures, for: .pictures)
    }

    private func hold(_ pictures: [String: (bytes: [UInt8], hash: String)]) {
        held = pictures
    }
}

// MARK: Contents

extension DocumentContents {
    /// Some of the records, if the document has many more.
    fileprivate func beginning(around place: RecordPlace?, count: Int) -> PartialDocument? {
        guard table.count > count else { return nil }
        let index = place.flatMap { table.index(of: $0.record) } ?? 0
        let first = min(max(index - count / 2, 0), table.count - count)
        guard let records = try? table.records(at: RecordIndexes(first..<first + count)) else { return nil }
        return PartialDocument(
            contents: DocumentContents(table: records, fieldWidths: fieldWidths, settings: settings),
            likelyCount: table.count, recordsBefore: first, reachesEnd: first + count == table.count)
    }
}
