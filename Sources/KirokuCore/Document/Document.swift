import FoundationEssentials

/// A table with its history and its place on disk.
///
/// Every edit goes through ``apply(_:title:)``: that changes the table in memory, records the inverse for undo, hands the
/// change to the link, and tells the views.
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
    let saver: DocumentSaver
    private let clock: AppClock
    /// The file that the document is in, also one that can only be read: another one after ``saveCopy(to:title:progress:)``.
    ///
    /// `nil` while the document is loading, or if it is kept elsewhere. Nobody else keeps a reference to it.
    private(set) var file: CardFile?
    private var changedElsewhere = ChangedElsewhere()
    let observers = Observers<DocumentEvent>()

    /// - Parameters:
    ///   - title: what the user knows it by.
    ///   - contents: what is in the place of the link.
    ///   - link: where edits are saved; `nil` for a document that cannot be edited.
    ///   - clock: says when what could not be saved is tried again.
    public convenience init(
        title: String, contents: DocumentContents, link: (any DocumentLink)?, clock: AppClock = .shared
    ) {
        self.init(title: title, OpenedDocument(contents: contents, link: link), clock: clock)
    }

    /// - Parameters:
    ///   - title: what the user knows it by.
    ///   - opened: what was found on disk, and where.
    ///   - clock: says when what could not be saved is tried again.
    public init(title: String, _ opened: OpenedDocument, clock: AppClock = .shared) {
        self.title = title
        let contents = opened.contents
        table = contents.table
        fieldWidths = contents.fieldWidths
        settings = contents.settings
        history = contents.history
        self.clock = clock
        saver = DocumentSaver(link: opened.link, clock: clock)
        file = opened.pictures
        saver.onStateChange = { [weak self] in self?.saveStateChanged() }
    }

    /// Where the document is on disk; `nil` while it is loading, or if it is in no file.
    public var path: String? { file?.path }

    /// How much of it is in the file, as the link reported last.
    public var saveState: SaveState { saver.state }

    /// When the link last reported that all is saved; `nil` before the first edit.
    public private(set) var savedAt: Date?

    /// Whether every edit is refused because there is no link to save it, at least not yet.
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

    /// Goes on in another file, where there is everything but what the saver has not handed over yet.
    func goOn(in opened: OpenedDocument) async {
        let old = file
        file = opened.pictures
        observers.notify(.moved)
        await saver.goOn(with: opened.link)
        await old?.close()
    }

    /// Has what was read be where it is kept.
    func start(in opened: OpenedDocument) {
        file = opened.pictures
        saver.start(with: opened.link)
        takeOver(opened.contents)
        observers.notify(.saveStateChanged)
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

    /// Saves what is left and gives the file free.
    public func close() async {
        await saver.close()
        await file?.close()
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
        var layer = ChangeLayer(over: table, from: .here(changedElsewhere: changedElsewhere))
        layer.lay(step.change)
        table = layer.table
        finish(layer.applied, steps)
        if !layer.conflicts.isEmpty { observers.notify(.leftAsItWas(layer.conflicts)) }
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
        var layer = ChangeLayer(over: table, from: .elsewhere)
        layer.lay(change)
        table = layer.table
        changedElsewhere.note(change)
        let applied = layer.applied
        if !layer.made.isEmpty {
            revision += 1
            if !isSaved, !isReadOnly {
                saver.add([.table(.only, applied.change)])
                noteReplaced(applied.replaced)
            }
            observers.notify(.tableChanged(applied.extent))
            if !isReadOnly { saver.work() }
        }
        return layer.conflicts
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

/// What a document link found in its place.
public struct DocumentContents: Sendable {
    /// The records, with the identifiers that the link knows them by.
    public let table: RecordTable
    /// The widths that were set, in pixels at a text scale of 1; fields without an entry have the view's own width.
    public let fieldWidths: [FieldID: Int]
    /// How the document was looked at last.
    public let settings: DocumentSettings
    /// The steps that can be taken back and done again.
    public let history: UndoHistory

    /// What a document starts from; without widths and settings for one that was just made.
    public init(
        table: RecordTable, fieldWidths: [FieldID: Int] = [:], settings: DocumentSettings = DocumentSettings(),
        history: UndoHistory = UndoHistory()
    ) {
        self.table = table
        self.fieldWidths = fieldWidths
        self.settings = settings
        self.history = history
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
    /// The document is in another file now; see ``Document/path``.
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
