import FoundationEssentials

/// A table with its history and its place on disk.
///
/// Every edit goes through ``apply(_:title:)``: that changes the table in memory, records the inverse for undo, hands the
/// change to the store, and tells the views.
@MainActor
public final class Document {
    /// What the user knows it by.
    public internal(set) var title: String
    /// The records as they are after the last edit, saved or not; a copy costs nothing and can be read elsewhere.
    public private(set) var table: RecordTable
    /// Another number after each change of the table, by which work that was prepared for it can tell that it is still
    /// the same.
    public private(set) var revision = 0
    /// How wide fields are shown, in pixels at a text scale of 1; fields without an entry have the view's own width.
    public private(set) var fieldWidths: [FieldID: Int]
    private(set) var settings: DocumentSettings
    private(set) var history: UndoHistory
    /// Whether it is on its way to another place.
    var isMoving = false
    /// What is known of the document while only its first records are there; see ``init(title:beginning:)``.
    var beginning: PartialDocument?
    /// Has the one reference to the store that the document is kept in.
    let saver: DocumentSaver
    private let clock: AppClock
    /// Takes in what others write where the document is kept.
    private var listening: Task<Void, Never>?
    private var changedElsewhere = ChangedElsewhere()
    let observers = Observers<DocumentEvent>()

    /// - Parameters:
    ///   - title: what the user knows it by.
    ///   - contents: what was loaded from the store.
    ///   - store: where it is kept; `nil` for a document that is kept nowhere and cannot be edited.
    ///   - clock: says when what could not be saved is tried again.
    public init(
        title: String, contents: DocumentContents, store: (any DocumentStore)?, clock: AppClock = .shared
    ) {
        self.title = title
        table = contents.table
        fieldWidths = contents.fieldWidths
        settings = contents.settings
        history = contents.history
        self.clock = clock
        saver = DocumentSaver(store: store, clock: clock)
        saver.onStateChange = { [weak self] in self?.saveStateChanged() }
        listen()
    }

    deinit {
        listening?.cancel()
    }

    /// Where the document is kept; `nil` while it is loading, or if that is nowhere.
    public var location: StorageLocation? { saver.store?.location }

    /// Where the document is on disk; `nil` while it is loading, or if it is in no file.
    public var path: String? { location?.path }

    /// What can be done where the document is kept; nothing while it is loading.
    public var capabilities: StoreCapabilities { saver.store?.capabilities ?? [] }

    /// How much of it is kept, as the store reported last.
    public var saveState: SaveState { saver.state }

    /// When the store last reported that all is saved; `nil` before the first edit.
    public private(set) var savedAt: Date?

    /// Whether every edit is refused because there is no place to save it, at least not yet.
    public var isReadOnly: Bool { saver.state == .readOnly }

    /// Calls `body` after every change, as long as the returned observation is kept.
    ///
    /// Of an edit, the table is told first, then the history, then the save state.
    public func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Makes an edit: the one way by which the table ever changes.
    ///
    /// - Parameters:
    ///   - change: the edit.
    ///   - title: what the step is called in the history; `nil` for what the change tells by itself.
    /// - Throws: ``EditError/readOnly``, or ``EditError/refused(_:)`` with the table's reason. Nothing has changed then.
    public func apply(_ change: Change, title: ChangeTitle? = nil) throws(EditError) {
        let title = title ?? ChangeTitle(change)
        try perform(change) { .record(HistoryStep(change: $0, title: title)) }
    }

    /// Makes an edit that was worked out in the background, if the table has not changed since.
    ///
    /// - Parameters:
    ///   - change: the edit.
    ///   - title: what the step is called in the history; `nil` for what the change tells by itself.
    ///   - revision: what ``revision`` was when the table was taken that the edit was worked out for.
    /// - Throws: ``EditError/changedMeanwhile``, and what ``apply(_:title:)`` throws.
    public func apply(
        _ change: Change, title: ChangeTitle? = nil, ifStill revision: Int
    ) throws(EditError) {
        guard self.revision == revision else { throw .changedMeanwhile }
        try apply(change, title: title)
    }

    /// What ``undo()`` would take back, for the menu's wording; `nil` if there is nothing.
    public var undoTitle: ChangeTitle? { history.undoable.last?.title }

    /// What ``redo()`` would do again, for the menu's wording; `nil` if there is nothing.
    public var redoTitle: ChangeTitle? { history.redoable.last?.title }

    /// Takes the last step back.
    ///
    /// Returns what it was, or `nil` if there is none.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step is still there then.
    @discardableResult
    public func undo() throws(EditError) -> ChangeTitle? {
        guard let step = history.undoable.last else { return nil }
        try takeBack(step) { .undo(HistoryStep(change: $0, title: step.title)) }
        return step.title
    }

    /// Does the step again that was taken back last.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step is still there then.
    @discardableResult
    public func redo() throws(EditError) -> ChangeTitle? {
        guard let step = history.redoable.last else { return nil }
        try takeBack(step) { .redo(HistoryStep(change: $0, title: step.title)) }
        return step.title
    }

    /// Remembers how wide a field is shown.
    ///
    /// Not a step of the history; a read-only document forgets it.
    public func setWidth(_ width: Int, of field: FieldID) {
        guard fieldWidths[field] != width else { return }
        fieldWidths[field] = width
        if !isReadOnly { saver.save([.widths(.only, [field: width])]) }
    }

    /// Changes how the document is looked at, and saves what is different then.
    func changeSettings(_ body: (inout DocumentSettings) -> Void) {
        let changes = settingsChanges(body)
        if !isReadOnly { saver.save(changes) }
    }

    private func settingsChanges(_ body: (inout DocumentSettings) -> Void) -> [DocumentChange] {
        let before = settings
        body(&settings)
        let differences = settings.differences(from: before)
        return differences.isEmpty ? [] : [.settings(.only, differences)]
    }

    /// Stops a save that takes long because the document is converted to the form of this version of Kiroku.
    ///
    /// The document stays as it was on disk. Its edits are kept here, and not tried again before ``finishSaving()``.
    public func cancelConversion() {
        saver.stop()
    }

    /// Returns when all that was done is saved, or an attempt has failed (see ``saveState``).
    ///
    /// What could not be saved before is tried again at once.
    public func finishSaving() async {
        await saver.finish()
    }

    /// Goes on in another store, where there is everything but what the saver has not handed over yet.
    func goOn(in store: any DocumentStore) async {
        await saver.goOn(in: store) {
            listen()
            observers.notify(.moved)
        }
    }

    /// Shows what was loaded, which is kept there.
    func start(_ contents: DocumentContents, in store: (any DocumentStore)?) {
        saver.start(in: store)
        takeOver(contents)
        listen()
        observers.notify(.saveStateChanged)
    }

    /// Takes in what others write where the document is kept, from now on.
    private func listen() {
        listening?.cancel()
        listening = nil
        guard let store = saver.store, store.capabilities.contains(.news) else { return }
        let news = store.changesFromElsewhere
        listening = Task { [weak self] in
            for await changes in news { self?.takeIn(changes) }
        }
    }

    private func takeIn(_ changes: [DocumentChange]) {
        for case .table(_, let change) in changes {
            do throws(EditError) {
                try receive(change, isSaved: true)
            } catch {
                Reports.error("KRK_DC_RC", "changes from elsewhere are not taken in: \(error)")
            }
        }
    }

    /// Shows other contents from now on, without a step of the history.
    func takeOver(_ contents: DocumentContents) {
        table = contents.table
        revision += 1
        fieldWidths = contents.fieldWidths
        settings = contents.settings
        history = contents.history
        changedElsewhere = ChangedElsewhere()
        observers.notify(.tableChanged(.everything))
        observers.notify(.historyChanged)
    }

    /// Saves what is left and gives the store free.
    public func close() async {
        await saver.close()
    }

    /// Closes a document that was just made, and takes it away from its store again.
    public func discard() async {
        await saver.discard()
    }

    private func saveStateChanged() {
        if saver.state == .saved { savedAt = clock.now }
        observers.notify(.saveStateChanged)
    }

    /// Makes a change, saves it, and tells the observers.
    ///
    /// - Parameter steps: what becomes of the history, by the inverse of the change.
    private func perform(_ change: Change, _ steps: (Change) -> HistoryChange) throws(EditError) {
        if let refusal { throw refusal }
        do throws(TableError) {
            finish(try table.apply(change), steps)
        } catch {
            throw .refused(error)
        }
    }

    /// Makes a step of the history, and tells what of it was left as others have made it since.
    private func takeBack(_ step: HistoryStep, _ steps: (Change) -> HistoryChange) throws(EditError) {
        // Nobody else has touched anything.
        if changedElsewhere.isEmpty { return try perform(step.change, steps) }
        if let refusal { throw refusal }
        let (applied, conflicts) = ChangeLayer.lay(
            step.change, over: &table, from: .here(changedElsewhere: changedElsewhere))
        finish(applied ?? AppliedChange(of: []), steps)
        if !conflicts.isEmpty { observers.notify(.leftAsItWas(conflicts)) }
    }

    /// Takes in what was changed elsewhere, in another copy of the document or by others who work on it.
    ///
    /// It is no step of the history. A cell in which something else stands than the other side found there is left as it is.
    /// Where both sides have put in, moved, deleted or brought back records, they come to have the same ones in the same
    /// order, whichever side hears first.
    ///
    /// - Parameters:
    ///   - change: as it was made there; the changes of one side in the order in which it has made them.
    ///   - isSaved: whether it is in the document's place already.
    /// - Returns: what was left as it is here.
    /// - Throws: ``EditError/loading``.
    @discardableResult
    public func receive(_ change: Change, isSaved: Bool = false) throws(EditError) -> [EditConflict] {
        if isLoading { throw .loading }
        let (applied, conflicts) = ChangeLayer.lay(change, over: &table, from: .elsewhere)
        changedElsewhere.note(change)
        if let applied {
            revision += 1
            if !isSaved, !isReadOnly {
                saver.add([.table(.only, applied.change)])
                noteReplaced(applied.replaced)
            }
            observers.notify(.tableChanged(applied.extent))
            if !isReadOnly { saver.work() }
        }
        return conflicts
    }

    private func noteReplaced(_ fields: [FieldReplacement]) {
        guard !fields.isEmpty else { return }
        saver.add(
            settingsChanges { settings in
                for field in fields { settings.fieldLines.note(field.new, inPlaceOf: field.old) }
            })
    }

    /// Keeps what was made, saves it, and tells the observers.
    private func finish(_ applied: AppliedChange, _ steps: (Change) -> HistoryChange) {
        revision += 1
        let historyChange = steps(applied.change.inverse.trimmed)
        history.apply(historyChange)
        saver.add([.table(.only, applied.change), .history(historyChange)])
        noteReplaced(applied.replaced)
        observers.notify(.tableChanged(applied.extent))
        observers.notify(.historyChanged)
        // Last, because it tells of the save state: whoever hears of that finds the new table.
        saver.work()
    }
}

/// All that a store keeps of a document, but for its pictures.
public struct DocumentContents: Sendable {
    /// The records, with the identifiers that the store knows them by.
    public internal(set) var table: RecordTable
    /// The widths that were set, in pixels at a text scale of 1; fields without an entry have the view's own width.
    public internal(set) var fieldWidths: [FieldID: Int]
    /// How the document was looked at last.
    public internal(set) var settings: DocumentSettings
    /// The steps that can be taken back and done again.
    public internal(set) var history: UndoHistory
    /// Whether numbers of its records, fields or places were outside of their range (``RecordID/range``, ``FieldID/range``,
    /// ``Place``) and have been mended; the store gets the new ones with the first edit.
    public let isMended: Bool
    /// Whether it has the form of an earlier version of Kiroku, and keeps it until the first edit.
    public let isOfEarlierVersion: Bool

    /// What a document starts from; without widths and settings for one that was just made.
    public init(
        table: RecordTable, fieldWidths: [FieldID: Int] = [:], settings: DocumentSettings = DocumentSettings(),
        history: UndoHistory = UndoHistory(), isMended: Bool = false, isOfEarlierVersion: Bool = false
    ) {
        self.table = table
        self.fieldWidths = fieldWidths
        self.settings = settings
        self.history = history
        self.isMended = isMended
        self.isOfEarlierVersion = isOfEarlierVersion
    }

    /// What the user is told of it if it ``isMended``.
    public var mendingNotice: String? {
        guard isMended else { return nil }
        return localized(
            "Some numbers of records, fields or places were out of range and have been replaced; the new ones are saved with your first edit."
        )
    }
}

/// What a document tells those who observe it.
public enum DocumentEvent: Sendable {
    /// Records, cells or fields are others now; the extent says which.
    case tableChanged(ChangeExtent)
    /// ``Document/undoTitle`` or ``Document/redoTitle`` is another one now.
    case historyChanged
    /// ``Document/saveState`` is another one now.
    case saveStateChanged
    /// A step of the history was taken back or done again, but for this, which was changed elsewhere since.
    case leftAsItWas([EditConflict])
    /// The document is kept elsewhere now; see ``Document/location``.
    case moved
}

/// Why an edit was not made.
public enum EditError: Error, Sendable, Hashable {
    /// The document has no place where edits could be saved.
    case readOnly
    /// Only the first records are there yet.
    case loading
    /// The table does not allow it.
    case refused(TableError)
    /// The edit was worked out for the table as it was before another edit.
    case changedMeanwhile
}
