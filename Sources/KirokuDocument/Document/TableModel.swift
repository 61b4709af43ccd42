/// A table that views can show and edit, such as a ``Document``.
///
/// Only the first five members are required. A table without a history, with fixed fields, or without remembered
/// settings can leave out the others.
@MainActor
public protocol TableModel: AnyObject {
    /// The records after the last edit; a copy costs nothing and can be used on any thread.
    var table: RecordTable { get }
    /// A number that changes with the table, for checking whether work prepared for it is still valid.
    var revision: Int { get }
    /// Why every edit is refused at present: there is nowhere to save it, or only some records are loaded yet; `nil` if
    /// edits are possible.
    var refusal: EditError? { get }
    /// Why edits of a field's cells are refused at present; `nil` if they are possible.
    func refusal(ofField field: FieldID) -> EditError?
    /// Why a kind of edit is refused at present; `nil` if it is possible.
    func refusal(of kind: EditKind) -> EditError?
    /// Whether records can be added, regardless of temporary obstacles.
    var mayAddRecords: Bool { get }
    /// Calls `body` after every change, as long as the returned observation is kept (see ``Observers``).
    func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation
    /// Makes an edit, or throws and changes nothing.
    ///
    /// - Parameters:
    ///   - change: the edit, for the current state of the table.
    ///   - title: what the step is called in a history; `nil` for a title that follows from the change.
    func apply(_ change: Change, title: ChangeTitle?) throws(EditError)

    // MARK: History

    /// What ``undo()`` would undo; `nil` if there is nothing.
    var undoTitle: ChangeTitle? { get }
    /// What ``redo()`` would redo; `nil` if there is nothing.
    var redoTitle: ChangeTitle? { get }
    /// Undoes the last step; returns its title, or `nil` if there is none.
    @discardableResult
    func undo() throws(EditError) -> ChangeTitle?
    /// Redoes the step that was undone last; returns its title, or `nil` if there is none.
    @discardableResult
    func redo() throws(EditError) -> ChangeTitle?

    /// A part of the table's history, by any author, the newest step first.
    ///
    /// - Parameters:
    ///   - scope: which part of the history is wanted.
    ///   - position: where to continue; `nil` to begin with the newest.
    func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage

    // MARK: Fields

    /// Renames a field, as one step.
    func renameField(_ field: FieldID, to name: String) throws(EditError)
    /// Moves a field, as one step, so that it has this index.
    func moveField(_ field: FieldID, to index: Int) throws(EditError)

    // MARK: View settings

    /// The widths that have been set, in pixels at a text scale of 1; fields without an entry have the view's own
    /// width.
    var fieldWidths: [FieldID: Int] { get }
    /// Stores how wide a field is shown.
    func setWidth(_ width: Int, of field: FieldID)
    /// The lines of text that each row shows, within ``RowHeight/lines``.
    var rowLines: Int { get }
    /// Stores how many lines of text each row shows.
    func setRowLines(_ lines: Int)
    /// The rules that the records are sorted by; empty for the table's own order.
    var sortRules: [SortRule] { get }
    /// The rules of a requested order, while sorting is still under way; otherwise ``sortRules``.
    var comingSortRules: [SortRule] { get }
    /// Stores the rules that the records are sorted by.
    func keepSortRules(_ rules: [SortRule])
    /// The fields whose values a new record takes over.
    var pinnedFields: Set<FieldID> { get }
    /// Stores whether a new record takes over a field's value.
    func setPinned(_ isPinned: Bool, _ field: FieldID)
    /// The saved views, in the order in which they are listed.
    var views: [SavedView] { get }
    /// Stores a view, replacing one with the same name.
    func keepView(_ view: SavedView)
    /// Deletes a saved view.
    func removeView(named name: String)

    /// Which cells break a rule of their field.
    var checks: CellChecks { get }

    /// The conflicts to resolve, because others have changed the same things.
    var openConflicts: OpenConflicts { get }
    /// Leaves an edit open that was not made because others have changed the same thing.
    func leaveOpen(_ conflict: EditConflict)
    /// Holds a record as long as the caller keeps the returned object, even if others delete it.
    func hold(_ record: RecordID) -> RecordHold?
    /// Resolves conflicts.
    ///
    /// - Parameters:
    ///   - conflicts: the conflicts to resolve.
    ///   - decision: how to resolve them.
    ///   - conversions: conversions of the fields that get another type (``EditConflict/conversions(for:as:in:)``), for
    ///     the current table.
    func resolve(
        _ conflicts: [EditConflict], as decision: ConflictDecision, with conversions: [TypeConversion]
    ) throws(EditError)

    // MARK: Loading

    /// The estimated number of records before the loaded ones; 0 when all are loaded.
    var recordsBefore: Int { get }
    /// How many records there are, or an estimate until all are loaded.
    var likelyCount: Int { get }

    // MARK: Holding a part

    /// The rows that the table holds, if others are loaded only on demand; `nil` if it holds all.
    var held: HeldRows? { get }
    /// Called with the visible rows, so that those among them that are not held can be loaded.
    func want(rows: Range<Int>)
}

/// Which rows of a longer table are held; the others are shown as still loading.
public struct HeldRows: Sendable, Hashable {
    /// The number of rows before the first one that is held.
    public var before: Int
    /// The total number of rows.
    public var count: Int
    /// Whether the rows were counted, not estimated.
    public var isCounted: Bool
    /// By how many rows the records that were already held have moved with the last change, because an estimate was
    /// wrong.
    public var moved: Int

    /// Some rows of a table.
    public init(before: Int, count: Int, isCounted: Bool = false, moved: Int = 0) {
        (self.before, self.count, self.isCounted, self.moved) = (before, count, isCounted, moved)
    }
}

extension TableModel {
    /// Makes an edit with the title that follows from the change.
    public func apply(_ change: Change) throws(EditError) { try apply(change, title: nil) }

    /// The same for all fields.
    public func refusal(ofField field: FieldID) -> EditError? { refusal }

    /// The same for all kinds.
    public func refusal(of kind: EditKind) -> EditError? { refusal }

    /// Whether only some records are loaded yet.
    public var isLoading: Bool { refusal == .loading }

    /// Whether every edit is refused.
    public var isReadOnly: Bool { refusal != nil }

    /// Whether edits are possible at all.
    public var mayAddRecords: Bool { !isReadOnly }

    /// Nothing: there is no history.
    public var undoTitle: ChangeTitle? { nil }
    /// Nothing: there is no history.
    public var redoTitle: ChangeTitle? { nil }
    /// Does nothing: there is no history.
    @discardableResult
    public func undo() throws(EditError) -> ChangeTitle? { nil }
    /// Does nothing: there is no history.
    @discardableResult
    public func redo() throws(EditError) -> ChangeTitle? { nil }

    /// Nothing: it is not kept.
    public func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage { .none }

    /// Refused: the fields are fixed.
    public func renameField(_ field: FieldID, to name: String) throws(EditError) { throw .readOnly }
    /// Refused: the fields are fixed.
    public func moveField(_ field: FieldID, to index: Int) throws(EditError) { throw .readOnly }

    /// None are remembered.
    public var fieldWidths: [FieldID: Int] { [:] }
    /// Not remembered.
    public func setWidth(_ width: Int, of field: FieldID) {}
    /// One.
    public var rowLines: Int { 1 }
    /// Not remembered.
    public func setRowLines(_ lines: Int) {}
    /// None are remembered.
    public var sortRules: [SortRule] { [] }
    /// The same.
    public var comingSortRules: [SortRule] { sortRules }
    /// Not remembered.
    public func keepSortRules(_ rules: [SortRule]) {}
    /// None are remembered.
    public var pinnedFields: Set<FieldID> { [] }
    /// Not remembered.
    public func setPinned(_ isPinned: Bool, _ field: FieldID) {}
    /// None are kept.
    public var views: [SavedView] { [] }
    /// Not kept.
    public func keepView(_ view: SavedView) {}
    /// None are kept.
    public func removeView(named name: String) {}

    /// None: nobody else changes the table.
    public var openConflicts: OpenConflicts { OpenConflicts() }
    /// Not kept: nobody else changes the table.
    public func leaveOpen(_ conflict: EditConflict) {}
    /// Nothing: nobody else deletes records.
    public func hold(_ record: RecordID) -> RecordHold? { nil }
    /// Does nothing: nothing is open.
    public func resolve(
        _ conflicts: [EditConflict], as decision: ConflictDecision, with conversions: [TypeConversion]
    ) throws(EditError) {}

    /// Resolves conflicts, without conversions computed beforehand.
    public func resolve(_ conflicts: [EditConflict], as decision: ConflictDecision) throws(EditError) {
        try resolve(conflicts, as: decision, with: [])
    }

    /// None: no rules are checked.
    public var checks: CellChecks { CellChecks() }

    /// None: all records are loaded.
    public var recordsBefore: Int { 0 }
    /// The number of records in the table.
    public var likelyCount: Int { table.count }

    /// All.
    public var held: HeldRows? { nil }
    /// Does nothing: all rows are held.
    public func want(rows: Range<Int>) {}

    /// Sets cells, by their indexes, as one step.
    ///
    /// - Parameters:
    ///   - edits: the cells and their new values.
    ///   - title: what the step is called in a history; `nil` for a title that follows from the change.
    /// - Throws: ``EditError``.
    public func setCells(_ edits: [CellEdit], title: ChangeTitle? = nil) throws(EditError) {
        try apply(title: title) { table throws(TableError) in try .setCells(edits, in: table) }
    }

    /// Inserts records as new ones at these indexes, as one step.
    ///
    /// - Parameters:
    ///   - records: with fields of the same types as the table's, in the same order.
    ///   - indexes: their indexes afterwards, one for each record.
    ///   - title: what the step is called in a history; `nil` for one that says how many records were added.
    /// - Throws: ``EditError``.
    public func insertRecords(
        _ records: RecordTable, at indexes: RecordIndexes, title: ChangeTitle? = nil
    ) throws(EditError) {
        try apply(title: title ?? .addRecords(records.count)) { table throws(TableError) in
            try .insertRecords(records, at: indexes, in: table)
        }
    }

    /// Moves records together as one step, keeping their order, the first of them to `index`.
    ///
    /// - Parameters:
    ///   - indexes: the records that move.
    ///   - index: counted after the move, from 0 to the number of the records that stay.
    /// - Throws: ``EditError``.
    public func moveRecords(at indexes: RecordIndexes, to index: Int) throws(EditError) {
        guard !indexes.isEmpty, indexes != RecordIndexes(index..<index + indexes.count) else { return }
        try apply(title: .moveRecords(indexes.count)) { table throws(TableError) in
            .setPlaces(try table.moving(indexes, to: index))
        }
    }

    /// Deletes records, by their indexes, as one step.
    ///
    /// - Throws: ``EditError``.
    public func deleteRecords(at indexes: RecordIndexes) throws(EditError) {
        try apply { table throws(TableError) in try .deleteRecords(at: indexes, in: table) }
    }

    /// Makes an edit that is computed for the current table.
    package func apply(
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
    /// Makes a change, for a ``TableModel`` that keeps this table, and returns the extent of the change.
    ///
    /// - Throws: ``TableError``; the table is unchanged then.
    public mutating func make(_ change: Change) throws(TableError) -> ChangeExtent {
        do throws(TableError) {
            return try apply(change).extent
        } catch {
            throw Reports.refused("KRK_TB_CH", error)
        }
    }
}
