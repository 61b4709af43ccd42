/// A document in the program's memory: for previews, for tests, and for what is not worth a file.
///
/// What happens to a call can be decided from outside, so that slow and failing places can be tried:
///
/// ```swift
/// let store = MemoryStore(contents) { call throws(StorageError) in
///     if case .commit = call { throw .diskFull(at: .memory("Sights")) }
/// }
/// ```
public actor MemoryStore: DocumentStore {
    /// What the store is asked for.
    public enum Call: Sendable {
        /// To be loaded or searched, or made ready for reading.
        case load
        /// To keep these changes.
        case commit([DocumentChange])
        /// To tell of pictures, to give one, to keep or to remove some.
        case pictures
        /// To be copied.
        case copy
        /// To be closed.
        case close
    }

    /// Is told of each call before anything is done.
    ///
    /// It may wait, or throw, which the call throws then; of a closing, nobody hears what it throws.
    public typealias Meeting = @Sendable (Call) async throws(StorageError) -> Void

    /// Where this is, as errors name it.
    public nonisolated let location: StorageLocation
    /// What can be done here.
    public nonisolated let capabilities: StoreCapabilities
    /// What others write here; ends when the store is closed.
    public nonisolated let changesFromElsewhere: AsyncStream<[DocumentChange]>

    private let news: AsyncStream<[DocumentChange]>.Continuation
    private let meet: Meeting
    private var contents: DocumentContents
    private var held: [String: (bytes: [UInt8], hash: String)] = [:]
    /// Whether somebody here has been told of all that was there at some time, and so must hear what others write.
    private var isLoaded = false
    /// Whether somebody else has written, and nobody here has been told.
    private var isOutOfDate = false
    private var isClosed = false

    /// So many records come first; all come at once where there are no more.
    private static let firstRecords = 2_000

    /// A store that keeps this document.
    ///
    /// - Parameters:
    ///   - contents: what is there at first.
    ///   - name: as errors name it.
    ///   - capabilities: what can be done here.
    ///   - meeting: is told of each call before anything is done.
    public init(
        _ contents: DocumentContents, name: String = "Memory",
        capabilities: StoreCapabilities = [.edits, .history, .pictures, .copies, .news],
        meeting: @escaping Meeting = { _ in }
    ) {
        self.contents = contents
        location = .memory(name)
        self.capabilities = capabilities
        meet = meeting
        (changesFromElsewhere, news) = AsyncStream.makeStream(of: [DocumentChange].self)
        if !capabilities.contains(.news) { news.finish() }
    }

    /// Gives what is kept here.
    public func load(
        around place: RecordPlace?, beginning: (@Sendable (PartialDocument) -> Void)?, progress: ProgressHandler?
    ) async throws(StorageError) -> DocumentContents {
        try await begin(.load)
        guard !Task.isCancelled else { throw .cancelled }
        if let beginning, let part = contents.beginning(around: place, count: Self.firstRecords) { beginning(part) }
        isOutOfDate = false
        isLoaded = true
        progress?(1)
        return contents
    }

    /// Does nothing: all is at hand.
    public func openForReading() async throws(StorageError) {
        try await begin(.load)
    }

    /// Searches what is kept here.
    public func search<Failure: Error>(
        _ plan: @Sendable (Schema) throws(Failure) -> DocumentSearch
    ) async throws(StorageError) -> Result<FoundRecords, Failure> {
        try await begin(.load)
        let table = contents.table
        let search: DocumentSearch
        do throws(Failure) { search = try plan(table.schema) } catch { return .failure(error) }
        return .success(try await search.records(of: table))
    }

    /// Keeps these changes, all or none.
    public func commit(_ changes: [DocumentChange]) async throws(StorageError) {
        try await begin(.commit(changes), for: .edits)
        guard !isOutOfDate else { throw .changedElsewhere(at: location) }
        try contents.take(kept(changes), at: location, isShared: capabilities.contains(.news))
    }

    /// Writes as another program or person would who has this document, too.
    ///
    /// - Throws: ``StorageError/changedElsewhere(at:)`` if the changes are about what is not there, and this store does not
    ///   tell of them.
    public func writeElsewhere(_ changes: [DocumentChange]) throws(StorageError) {
        try contents.take(kept(changes), at: location, isShared: capabilities.contains(.news))
        if !capabilities.contains(.news) { isOutOfDate = true } else if isLoaded { news.yield(changes) }
    }

    /// Makes the copy that a file would make.
    public func copy(into file: String, for path: String, progress: ProgressHandler?) async throws(StorageError) {
        try await begin(.copy, for: .copies)
        let copy = CardFile(path: path)
        let pictures = MemoryStore(contents)
        await pictures.hold(held)
        // Copies begin without a history.
        let present = DocumentContents(
            table: contents.table, fieldWidths: contents.fieldWidths, settings: contents.settings)
        _ = try await copy.fill(file, with: present, picturesOf: pictures, progress)
        guard !isClosed else { throw .cancelled }
    }

    /// Ends the news, and keeps what there is.
    public func close() async {
        try? await meet(.close)
        isClosed = true
        news.finish()
    }

    /// Forgets what there is.
    public func discard() async {
        await close()
        contents = DocumentContents(table: RecordTable(schema: contents.table.schema))
        held = [:]
    }

    private func kept(_ changes: [DocumentChange]) -> [DocumentChange] {
        guard !capabilities.contains(.history) else { return changes }
        return changes.filter { if case .history = $0 { false } else { true } }
    }

    private func begin(_ call: Call, for capability: StoreCapabilities = []) async throws(StorageError) {
        guard !isClosed else { throw .unsupported }
        guard capabilities.isSuperset(of: capability) else {
            throw capability == .edits ? .readOnly(at: location) : .unsupported
        }
        try await meet(call)
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

    /// Keeps a picture, once however often it is added.
    public func addPicture(_ bytes: [UInt8], hash: String, name: String) async throws(StorageError) -> String {
        try await begin(.pictures, for: .pictures)
        if let known = held.first(where: { $0.value.hash == hash })?.key { return known }
        let kept = try PictureName.unique(name) { (name) throws(StorageError) in held[name] != nil }
        held[kept] = (bytes, hash)
        return kept
    }

    /// Takes pictures out for good.
    public func removePictures(named names: [String]) async throws(StorageError) {
        try await begin(.pictures, for: .pictures)
        for name in names { held[name] = nil }
    }

    /// Does nothing: nothing lies idle here.
    public func giveSpaceBack() async throws(StorageError) {
        try await begin(.pictures, for: .pictures)
    }

    private func hold(_ pictures: [String: (bytes: [UInt8], hash: String)]) {
        held = pictures
    }
}

// MARK: What is kept

extension DocumentContents {
    /// Some of the records, of a document that has many more.
    fileprivate func beginning(around place: RecordPlace?, count: Int) -> PartialDocument? {
        guard table.count > count else { return nil }
        let index = place.flatMap { table.index(of: $0.record) } ?? 0
        let first = min(max(index - count / 2, 0), table.count - count)
        guard let records = try? table.records(at: RecordIndexes(first..<first + count)) else { return nil }
        return PartialDocument(
            contents: DocumentContents(table: records, fieldWidths: fieldWidths, settings: settings),
            likelyCount: table.count, recordsBefore: first, reachesEnd: first + count == table.count)
    }

    /// Takes in these changes, all or none.
    ///
    /// - Parameter isShared: whether others write there, too: what they have changed meanwhile is left as it is then.
    /// - Throws: ``StorageError/changedElsewhere(at:)`` if they are about what is not there, and it is not shared.
    fileprivate mutating func take(
        _ changes: [DocumentChange], at location: StorageLocation, isShared: Bool
    ) throws(StorageError) {
        let edits = Change.sequence(changes.compactMap { if case .table(_, let change) = $0 { change } else { nil } })
        if isShared {
            _ = ChangeLayer.lay(edits, over: &table, from: .elsewhere)
        } else if (try? table.apply(edits)) == nil {
            throw .changedElsewhere(at: location)
        }
        var stored = settings.stored
        for change in changes {
            switch change {
            case .table: break
            case .widths(_, let new): fieldWidths.merge(new) { $1 }
            case .settings(_, let texts): for (name, text) in texts { stored[name] = text }
            case .history(let change): history.apply(change)
            }
        }
        settings = DocumentSettings(stored: stored)
    }
}
