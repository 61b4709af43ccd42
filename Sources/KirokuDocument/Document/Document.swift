import FoundationEssentials

/// A table with its history and its place on disk.
///
/// Every edit goes through ``apply(_:title:)``, which changes the table in memory, records the inverse for undo, hands
/// the change to the store, and tells the views.
@MainActor
public final class Document {
    /// The title shown to the user.
    public package(set) var title: String
    /// The records after the last edit, saved or not; a copy costs nothing and can be used on any thread.
    public private(set) var table: RecordTable
    /// Which cells break a rule of their field.
    ///
    /// After a change of many records, they follow within some tenths of a second (``DocumentEvent/checksChanged``).
    public var checks: CellChecks { checkKeeper.checks }
    /// A number that changes with the table, for checking whether work prepared for it is still valid.
    public private(set) var revision = 0
    /// How wide fields are shown, in pixels at a text scale of 1; fields without an entry have the view's own width.
    public private(set) var fieldWidths: [FieldID: Int]
    package private(set) var settings: DocumentSettings
    package private(set) var history: UndoHistory
    /// Fetches a picture of a shared document from the server; `nil` if that is not possible.
    public var fetchPicture: (@Sendable (_ name: String) async throws(StorageError) -> Void)?
    /// The history of a shared document before this copy joined, which is on the server; `nil` if the server cannot be
    /// asked.
    public var earlierHistory: EarlierHistory?
    /// Whether the document is being moved to another place.
    package var isMoving = false
    /// What is known of the document while only some records are loaded; see ``init(title:beginning:)``.
    package var beginning: PartialDocument?
    /// Holds the only reference to the document's store.
    package let saver: DocumentSaver
    private let clock: AppClock
    /// The edits that are open because others have changed the same cells, records or fields.
    package var open: OpenEdits
    /// The conflicts of these edits with the table.
    public internal(set) var openConflicts = OpenConflicts()
    /// Who has changed what last.
    package private(set) var origins: LatestChanges
    /// The records that the user is typing into.
    var holds: [WeakHold] = []
    private(set) var changedElsewhere = ChangedElsewhere()
    private let checkKeeper = CheckKeeper()
    package let observers = Observers<DocumentEvent>()

    /// - Parameters:
    ///   - title: the title shown to the user.
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

    /// Which edits others do not allow here, as far as that is known beforehand.
    public var limits: EditLimits { saver.store?.limits ?? EditLimits() }

    /// How far the document is saved, as last reported by the store.
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
    /// - Throws: ``EditError/readOnly``, or ``EditError/refused(_:)`` with the table's reason. Nothing has changed
    ///   then.
    public func apply(_ change: Change, title: ChangeTitle? = nil) throws(EditError) {
        try apply(change, title: title, resolving: [])
    }

    /// Makes an edit that resolves conflicts.
    ///
    /// - Parameters:
    ///   - chosen: the conflicts; if empty, those that the edit makes obsolete.
    ///   - isGivenUp: whether the typed values may be lost by this, so that the history records them.
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

    /// Whether older steps cannot be undone any more, because they took too much memory.
    public var undoIsCut: Bool { history.isCut }

    /// Undoes the last step.
    ///
    /// Returns its title, or `nil` if there is none.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step remains.
    @discardableResult
    public func undo() throws(EditError) -> ChangeTitle? {
        guard let step = history.undoable.last else { return nil }
        try revert(step)
        return step.title
    }

    /// Redoes the step that was undone last.
    ///
    /// - Throws: ``EditError``, as ``apply(_:title:)`` does. The step remains.
    @discardableResult
    public func redo() throws(EditError) -> ChangeTitle? {
        guard let step = history.redoable.last else { return nil }
        try revert(step)
        return step.title
    }

    /// Stores how wide a field is shown.
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

    /// Switches to another store, which has everything but the changes that the saver has not committed yet.
    package func switchStore(to store: any DocumentStore) async {
        await saver.switchStore(to: store) { observers.notify(.moved(from: nil)) }
    }

    /// Starts with what was loaded from a store.
    package func start(_ contents: DocumentContents, in store: (any DocumentStore)?) {
        saver.start(in: store)
        replaceContents(with: contents)
        observers.notify(.saveStateChanged)
    }

    /// Replaces the table after others have changed it, without a step of the history.
    func show(_ received: ReceivedNews) {
        let before = table
        table = received.table
        revision += 1
        // Otherwise, undoing an edit that was left out would claim that others have changed the cell.
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
    /// - Parameter edit: makes the edit from the change as it was applied.
    private func perform(_ change: Change, _ edit: (Change) -> Edit) throws(EditError) {
        if let refusal { throw refusal }
        do throws(TableError) {
            finish(try table.apply(change), edit)
        } catch {
            throw .refused(Reports.refused("KRK_DC_ED", error))
        }
    }

    /// Undoes or redoes a step, and reports what was left alone because others have changed it since.
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

    /// Reverts a change by any author, as a step of its own.
    ///
    /// - Parameters:
    ///   - change: the change as it was made.
    ///   - overwrites: whether to overwrite what has been changed again since (``ChangedAgain``).
    /// - Returns: whether anything was reverted; the event ``DocumentEvent/leftAsItWas(_:)`` tells what was not.
    /// - Throws: ``EditError``; nothing has changed then.
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
        // This comes last, because it reports the save state, whose observers expect the new table.
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
    /// Others have changed records, cells or fields through the document's store.
    case changedByOthers(ChangeExtent, OthersChanges)
    /// ``Document/conflicts`` has changed.
    case conflictsChanged
    /// The document has a new place (``Document/location``): a copy, or its file was moved from the given place.
    case moved(from: StorageLocation?)
}

extension DocumentEvent {
    /// The extent of a change of the table, by any author; `nil` for other events.
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
    /// The table has changed since the edit was prepared.
    case changedMeanwhile
    /// Others do not allow the edit; names the field, if it concerns one.
    case limited(EditLimit, field: String?)
}
