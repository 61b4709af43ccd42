import FoundationEssentials

/// A table with its history and its place on disk.
///
/// Every edit goes through ``apply(_:title:)``, which changes the table in memory, records the inverse for undo, hands
/// the change to the store, and tells the views.
@MainActor
public final class Document {
    /// What the user knows it by.
    public package(set) var title: String
    /// The records after the last edit, saved or not; a copy costs nothing and can be used on any thread.
    public private(set) var table: RecordTable
    /// Which cells break a rule of their field.
    ///
    /// After a change of many records, it takes up to some tenths of a second (``DocumentEvent/checksChanged``).
    public var checks: CellChecks { checkKeeper.checks }
    /// A number that changes with the table, so that work prepared for it can tell whether it is still the same.
    public private(set) var revision = 0
    /// How wide fields are shown, in pixels at a text scale of 1; fields without an entry have the view's own width.
    public private(set) var fieldWidths: [FieldID: Int]
    package private(set) var settings: DocumentSettings
    package private(set) var history: UndoHistory
    /// Brings a picture of a shared document here, whose bytes are on the server; `nil` if nothing does.
    public var fetchPicture: (@Sendable (_ name: String) async throws(StorageError) -> Void)?
    /// What was done to a shared document before this copy joined, which its server has; `nil` if it cannot be asked.
    public var earlierHistory: EarlierHistory?
    /// Whether it is being moved to another place.
    package var isMoving = false
    /// What is known of the document while only some records are loaded; see ``init(title:beginning:)``.
    package var beginning: PartialDocument?
    /// Holds the only reference to the document's store.
    package let saver: DocumentSaver
    private let clock: AppClock
    /// The edits that are open because others have changed the same cells, records or fields.
    package var open: OpenEdits
    /// What these are in the table.
    public internal(set) var openConflicts = OpenConflicts()
    /// Who has changed something last.
    package private(set) var origins: LatestChanges
    /// The records that the user is typing into.
    var holds: [WeakHold] = []
    private(set) var changedElsewhere = ChangedElsewhere()
    private let checkKeeper = CheckKeeper()
    package let observers = Observers<DocumentEvent>()

    /// - Parameters:
    ///   - title: what the user knows it by.
    ///   - contents: what was loaded from the store.
    ///   - store: where it is kept; `nil` for a document without a store, which cannot be edited.
    ///   - clock: determines when failed saves are retried.
    public init(
        title: String, contents: DocumentContents, store: (any DocumentStore)?, clock: AppClock = .shared
    ) {
        self.title = title
        table = contents.table
        fieldWidths = contents.fieldWidths
        settings = contents.settings
        open = OpenEdits(in: contents.open)
        origins = contents.origins
        history = contents.history
        self.clock = clock
        saver = DocumentSaver(store: store, clock: clock)
        saver.document = self
        checkKeeper.onChange = { [weak self] in self?.observers.notify(.checksChanged) }
        checkKeeper.apply(.everything, in: table)
        showOpen()
        saver.listen()
    }

    /// Where the document is kept; `nil` while it is loading, or if it has no store.
    public var location: StorageLocation? { saver.store?.location }

    /// Where the document is on disk; `nil` while it is loading, or if it is not in a file.
    public var path: String? { location?.path }

    /// What the document's store supports; nothing while it is loading.
    public var capabilities: StoreCapabilities { saver.store?.capabilities ?? [] }

    /// What others do not let be edited here, as far as it is known beforehand.
    public var limits: EditLimits { saver.store?.limits ?? EditLimits() }

    /// How far it is saved, as the store last reported.
    public var saveState: SaveState { saver.state }

    /// When the store last reported that everything is saved; `nil` before the first edit.
    public private(set) var savedAt: Date?

    /// Whether every edit is refused because it cannot be saved, at least not yet.
    public var isReadOnly: Bool { saver.state == .readOnly }

    /// Calls `body` after every change, as long as the returned observation is kept.
    ///
    /// For an edit, the change of the table is reported first, then the history, then the save state.
    public func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation {
        observers.add(body)
    }

    /// Makes an edit: the only way to change the table.
    ///
    /// - Parameters:
    ///   - change: the edit.
    ///   - title: what the step is called in the history; `nil` for a title that follows from the change.
    /// - Throws: ``EditError/readOnly``, or ``EditError/refused(_:)`` with the table's reason. Nothing has then
    ///   changed.
    public func apply(_ change: Change, title: ChangeTitle? = nil) throws(EditError) {
        try apply(change, title: title, resolving: [])
    }

    /// Makes an edit that resolves conflicts.
    ///
    /// - Parameters:
    ///   - chosen: these; if there are none, those that the edit goes over.
    ///   - isGivenUp: whether what was typed there may be in no cell afterwards, so that the history says it.
    package func apply(
        _ change: Change, title: ChangeTitle?, resolving chosen: [EditConflict], isGivenUp: Bool = true
    ) throws(EditError) {
        if let limited = limits.refusal(of: change, in: table.schema) { throw limited }
        let title = title ?? ChangeTitle(change)
        try perform(change) { applied in
            let resolved = chosen.isEmpty ? openConflicts.overtaken(by: applied, in: table) : chosen
            open.resolve(resolved, in: table, desk: RecordIDSource.shared.desk)
            if isGivenUp { keepTypedOver(resolved) }
            return Edit(applied, title: title, undoes: nil, open: open.takeChanges())
        }
    }

    /// Makes an edit that was prepared in the background, if the table has not changed since.
    ///
    /// - Parameters:
    ///   - change: the edit.
    ///   - title: what the step is called in the history; `nil` for a title that follows from the change.
    ///   - revision: the ``revision`` of the table for which the edit was prepared.
    /// - Throws: ``EditError/changedMeanwhile``, and what ``apply(_:title:)`` throws.
    public func apply(
        _ change: Change, title: ChangeTitle? = nil, ifStill revision: Int
    ) throws(EditError) {
        guard self.revision == revision else { throw .changedMeanwhile }
        try apply(change, title: title)
    }

    /// What ``undo()`` would undo, for the menu; `nil` if there is nothing.
    public var undoTitle: ChangeTitle? { history.undoable.last?.title }

    /// What ``redo()`` would redo, for the menu; `nil` if there is nothing.
    public var redoTitle: ChangeTitle? { history.redoable.last?.title }

    /// Whether there were earlier steps than can be undone, which took too much memory.
    public var undoIsCut: Bool { history.isCut }

    /// Undoes the last step.
    ///
    /// Returns its title, or `nil` if there is none.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step is then still there.
    @discardableResult
    public func undo() throws(EditError) -> ChangeTitle? {
        guard let step = history.undoable.last else { return nil }
        try revert(step)
        return step.title
    }

    /// Redoes the step that was undone last.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step is then still there.
    @discardableResult
    public func redo() throws(EditError) -> ChangeTitle? {
        guard let step = history.redoable.last else { return nil }
        try revert(step)
        return step.title
    }

    /// Remembers how wide a field is shown.
    ///
    /// Not a step of the history; not saved in a read-only document.
    public func setWidth(_ width: Int, of field: FieldID) {
        guard fieldWidths[field] != width else { return }
        fieldWidths[field] = width
        if !isReadOnly { saver.save([.widths(.only, [field: width])]) }
    }

    /// Changes the settings, and saves those that differ.
    func changeSettings(_ body: (inout DocumentSettings) -> Void) {
        let changes = settingsChanges(body)
        if !isReadOnly { saver.save(changes) }
    }

    func settingsChanges(_ body: (inout DocumentSettings) -> Void) -> [DocumentChange] {
        let before = settings
        body(&settings)
        let differences = settings.differences(from: before)
        return differences.isEmpty ? [] : [.settings(.only, differences)]
    }

    /// Returns when all edits are saved, or an attempt has failed (see ``saveState``).
    ///
    /// Edits that could not be saved before are retried at once.
    public func finishSaving() async {
        await saver.finish()
    }

    /// Switches to another store, which has everything except what the saver has not yet committed.
    package func switchStore(to store: any DocumentStore) async {
        await saver.switchStore(to: store) { observers.notify(.moved(from: nil)) }
    }

    /// Starts with what was loaded from a store.
    package func start(_ contents: DocumentContents, in store: (any DocumentStore)?) {
        saver.start(in: store)
        replaceContents(with: contents)
        observers.notify(.saveStateChanged)
    }

    /// Shows what the table is after others have changed it, without a step of the history.
    func show(_ received: ReceivedNews) {
        let before = table
        table = received.table
        revision += 1
        // Undoing what was left out would say that others have changed the cell.
        history.become(received.unsaved.made)
        for commit in received.commits {
            changedElsewhere.add(commit.change)
            origins.add(commit)
        }
        followOthers(from: before, received)
        if !received.commits.isEmpty {
            checkKeeper.apply(received.extent, in: table)
            observers.notify(.changedByOthers(received.extent, received.news))
        }
        observers.notify(.conflictsChanged)
        if !received.unsaved.edits.isEmpty || !received.conflicts.isEmpty { observers.notify(.historyChanged) }
    }

    /// Replaces the contents, without a step of the history.
    func replaceContents(with contents: DocumentContents) {
        table = contents.table
        revision += 1
        fieldWidths = contents.fieldWidths
        settings = contents.settings
        open = OpenEdits(in: contents.open)
        origins = contents.origins
        history = contents.history
        changedElsewhere = ChangedElsewhere()
        showOpen()
        notify(.everything)
        observers.notify(.historyChanged)
    }

    /// Saves what is left and closes the store.
    public func close() async {
        await saver.close()
    }

    /// Closes a document that was just created, and deletes it.
    public func discard() async {
        await saver.discard()
    }

    package func saveStateChanged() {
        if saver.state == .saved { savedAt = clock.now }
        observers.notify(.saveStateChanged)
    }

    /// Makes a change, saves it, and tells the observers.
    ///
    /// - Parameter edit: what edit that is, given the change as it was made.
    private func perform(_ change: Change, _ edit: (Change) -> Edit) throws(EditError) {
        if let refusal { throw refusal }
        do throws(TableError) {
            finish(try table.apply(change), edit)
        } catch {
            throw .refused(Reports.refused("KRK_DC_ED", error))
        }
    }

    /// Makes a step of the history, and reports what was left alone because others have changed it since.
    private func revert(_ step: HistoryStep) throws(EditError) {
        if let refusal { throw refusal }
        let (applied, conflicts) = Merge.apply(
            step.change, to: &table, elsewhere: (changedElsewhere.records, changedElsewhere.fields))
        finish(applied ?? AppliedChange(of: [])) { applied in
            open.apply(step.open)
            return step.taken(applied, open.takeChanges())
        }
        if !conflicts.isEmpty { observers.notify(.leftAsItWas(conflicts)) }
    }

    /// Takes back what anybody has changed, as a step of its own.
    ///
    /// - Parameters:
    ///   - change: as it was made.
    ///   - overwrites: whether that also goes over what has been changed again since (``ChangedAgain``).
    /// - Returns: whether anything was taken back; the event ``DocumentEvent/leftAsItWas(_:)`` says what was not.
    /// - Throws: ``EditError``; nothing has then changed.
    public func revert(_ change: Change, overwriting overwrites: Bool = false) throws(EditError) -> Bool {
        if let refusal { throw refusal }
        let changed = NetChange(CollectionOfOne(change)).changedRecords(in: table)
        let (applied, conflicts) = Merge.apply(
            change.inverse.trimmed, to: &table, elsewhere: (changed, []), overwrites: overwrites)
        if let applied {
            let title = ChangeTitle(applied.change) == .several ? .revert : ChangeTitle(applied.change)
            finish(applied) { Edit($0, title: title) }
        }
        if !conflicts.isEmpty { observers.notify(.leftAsItWas(conflicts)) }
        return applied != nil
    }

    private func notify(_ extent: ChangeExtent) {
        checkKeeper.apply(extent, in: table)
        observers.notify(.tableChanged(extent))
    }

    private func saveReplaced(_ fields: [FieldReplacement]) {
        guard !fields.isEmpty else { return }
        saver.add(
            settingsChanges { settings in
                for field in fields { settings.fieldLines.add(field.new, inPlaceOf: field.old) }
            })
    }

    /// Records what was changed, saves it, and tells the observers.
    private func finish(_ applied: AppliedChange, _ edit: (Change) -> Edit) {
        revision += 1
        let edit = edit(applied.change)
        history.add(edit)
        saver.add([.edit(edit)])
        saveReplaced(applied.replaced)
        let isOtherOpen = followOwn()
        notify(applied.extent)
        if isOtherOpen { observers.notify(.conflictsChanged) }
        observers.notify(.historyChanged)
        // Last, because it reports the save state, and its observers expect the new table.
        saver.work()
    }
}

/// What a document reports to its observers.
public enum DocumentEvent: Sendable {
    /// Records, cells or fields have changed; the extent says which.
    case tableChanged(ChangeExtent)
    /// ``Document/checks`` has changed after the table has.
    case checksChanged
    /// ``Document/undoTitle`` or ``Document/redoTitle`` has changed.
    case historyChanged
    /// ``Document/saveState`` has changed.
    case saveStateChanged
    /// A step was undone or redone, except for these parts, which were changed elsewhere since.
    case leftAsItWas([EditConflict])
    /// The same, and it was others who have changed them, in the document's store.
    case changedByOthers(ChangeExtent, OthersChanges)
    /// ``Document/conflicts`` has changed.
    case conflictsChanged
    /// The document is in another place now (``Document/location``): in a copy, or because its file was moved from the
    /// one that is given.
    case moved(from: StorageLocation?)
}

extension DocumentEvent {
    /// What has changed in the table, by any author; `nil` if nothing has.
    public var extent: ChangeExtent? {
        switch self {
        case .tableChanged(let extent), .changedByOthers(let extent, _): extent
        default: nil
        }
    }
}

/// Why an edit was not made.
public enum EditError: Error, Sendable, Hashable {
    /// The document has nowhere to save edits.
    case readOnly
    /// Only some records are loaded yet.
    case loading
    /// The table does not allow it.
    case refused(TableError)
    /// The edit was prepared for the table before another edit.
    case changedMeanwhile
    /// Others decide on that, and the field is theirs, if it is about one.
    case limited(EditLimit, field: String?)
}
