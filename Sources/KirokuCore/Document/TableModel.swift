/// A table that views show and edit, wherever it is kept; a ``Document`` is one.
///
/// Only the first five members are needed. A table without a history, whose fields are fixed, or for which no view
/// remembers anything leaves out the others.
@MainActor
public protocol TableModel: AnyObject {
    /// The records as they are after the last edit; a copy costs nothing and can be read elsewhere.
    var table: RecordTable { get }
    /// Another number after each change of the table, by which work that was prepared for it can tell that it is still
    /// the same.
    var revision: Int { get }
    /// Why every edit is refused now: because there is nowhere to save it, or because only some records are there yet;
    /// `nil` if edits are possible.
    var refusal: EditError? { get }
    /// Calls `body` after every change, as long as the returned observation is kept (see ``Observers``).
    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation
    /// Makes an edit, or throws and changes nothing.
    ///
    /// - Parameters:
    ///   - change: the edit, in terms of the table as it is now.
    ///   - title: what the step is called in a history; `nil` for what the change tells by itself.
    func apply(_ change: Change, title: ChangeTitle?) throws(EditError)

    // MARK: History

    /// What ``undo()`` would take back; `nil` if there is nothing.
    var undoTitle: ChangeTitle? { get }
    /// What ``redo()`` would do again; `nil` if there is nothing.
    var redoTitle: ChangeTitle? { get }
    /// Takes the last step back; returns what it was, or `nil` if there is none.
    @discardableResult
    func undo() throws(EditError) -> ChangeTitle?
    /// Does the step again that was taken back last; returns what it was, or `nil` if there is none.
    @discardableResult
    func redo() throws(EditError) -> ChangeTitle?

    // MARK: Fields

    /// Gives a field another name, as one step.
    func renameField(_ field: FieldID, to name: String) throws(EditError)
    /// Moves a field, as one step, so that it has this index.
    func moveField(_ field: FieldID, to index: Int) throws(EditError)

    // MARK: What views remember

    /// The widths that were set, in pixels at a text scale of 1; fields without an entry have the view's own width.
    var fieldWidths: [FieldID: Int] { get }
    /// Remembers how wide a field is shown.
    func setWidth(_ width: Int, of field: FieldID)
    /// By what the records are shown in order; empty for the table's own order.
    var sortRules: [SortRule] { get }
    /// Remembers by what the records are shown in order.
    func keepSortRules(_ rules: [SortRule])
    /// The fields whose values the next record takes over.
    var pinnedFields: Set<FieldID> { get }
    /// Remembers whether the next record takes over a field's value.
    func setPinned(_ isPinned: Bool, _ field: FieldID)
    /// The finds that are kept, by name.
    var finds: [NamedFind] { get }
    /// Keeps a find, in place of one with the same name.
    func keepFind(_ find: NamedFind)
    /// Forgets a find that is kept.
    func removeFind(named name: String)

    // MARK: Loading

    /// How many records come before those that are there, as far as can be told; 0 when all are there.
    var recordsBefore: Int { get }
    /// How many records there are, or will be when all are loaded, as far as can be told.
    var likelyCount: Int { get }
}

extension TableModel {
    /// Makes an edit, called by what the change tells by itself.
    public func apply(_ change: Change) throws(EditError) { try apply(change, title: nil) }

    /// Whether only some records are there yet.
    public var isLoading: Bool { refusal == .loading }

    /// Whether every edit is refused.
    public var isReadOnly: Bool { refusal != nil }

    /// Nothing, where there is no history.
    public var undoTitle: ChangeTitle? { nil }
    /// Nothing, where there is no history.
    public var redoTitle: ChangeTitle? { nil }
    /// Does nothing, where there is no history.
    @discardableResult
    public func undo() throws(EditError) -> ChangeTitle? { nil }
    /// Does nothing, where there is no history.
    @discardableResult
    public func redo() throws(EditError) -> ChangeTitle? { nil }

    /// Refused, where the fields are fixed.
    public func renameField(_ field: FieldID, to name: String) throws(EditError) { throw .readOnly }
    /// Refused, where the fields are fixed.
    public func moveField(_ field: FieldID, to index: Int) throws(EditError) { throw .readOnly }

    /// None are remembered.
    public var fieldWidths: [FieldID: Int] { [:] }
    /// Not remembered.
    public func setWidth(_ width: Int, of field: FieldID) {}
    /// None are remembered.
    public var sortRules: [SortRule] { [] }
    /// Not remembered.
    public func keepSortRules(_ rules: [SortRule]) {}
    /// None are remembered.
    public var pinnedFields: Set<FieldID> { [] }
    /// Not remembered.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) {}
    /// None are kept.
    public var finds: [NamedFind] { [] }
    /// Not kept.
    public func keepFind(_ find: NamedFind) {}
    /// None are kept.
    public func removeFind(named name: String) {}

    /// None: all records are there.
    public var recordsBefore: Int { 0 }
    /// Those that are there.
    public var likelyCount: Int { table.count }

    /// Sets cells, by their indexes, as one step.
    ///
    /// - Parameters:
    ///   - edits: the cells and their new values.
    ///   - title: what the step is called in a history; `nil` for what follows from the change.
    /// - Throws: ``EditError``.
    public func setCells(_ edits: [CellEdit], title: ChangeTitle? = nil) throws(EditError) {
        try apply(title: title) { table throws(TableError) in try .setCells(edits, in: table) }
    }

    /// Inserts records as new ones, so that they have these indexes, as one step.
    ///
    /// - Parameters:
    ///   - records: with fields of the table's types, in their order.
    ///   - indexes: where they are then; as many as there are records.
    /// - Throws: ``EditError``.
    public func insertRecords(_ records: RecordTable, at indexes: RecordIndexes) throws(EditError) {
        try apply(title: .addRecords(records.count)) { table throws(TableError) in
            try .insertRecords(records, at: indexes, in: table)
        }
    }

    /// Deletes records, by their indexes, as one step.
    ///
    /// - Throws: ``EditError``.
    public func deleteRecords(at indexes: RecordIndexes) throws(EditError) {
        try apply { table throws(TableError) in try .deleteRecords(at: indexes, in: table) }
    }

    /// Makes an edit that is worked out for the table as it is.
    func apply(
        title: ChangeTitle? = nil, _ change: (RecordTable) throws(TableError) -> Change
    ) throws(EditError) {
        if let refusal { throw refusal }
        let made: Change
        do {
            made = try change(table)
        } catch {
            throw .refused(error)
        }
        try apply(made, title: title)
    }
}

extension Document: TableModel {}

extension RecordTable {
    /// Makes a change, for a ``TableModel`` that keeps this table; returns what the change has touched.
    ///
    /// - Throws: ``TableError``; the table is as it was then.
    public mutating func make(_ change: Change) throws(TableError) -> ChangeExtent { try apply(change).extent }
}
