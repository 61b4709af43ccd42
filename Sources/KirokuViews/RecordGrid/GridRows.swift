import Geometry
import KirokuCore
import KirokuPresentation

/// The records that a grid shows, with their order, their marks and their values.
@MainActor
final class GridRows {
    let model: any TableModel
    /// The progress of loading or sorting, over the lower edge.
    let strip = ProgressRow()
    /// The record of each row.
    private(set) var view: RecordView
    /// The order of the shown records; empty for the order of the table.
    private(set) var sortRules: [SortRule] = []
    /// Whether only a subset of the records is shown.
    private(set) var isSubset = false
    /// Whether the order was given together with the records, so that they cannot be sorted.
    private(set) var isOrderFixed = false
    /// Whether only some of the records were loaded at the last event.
    private(set) var awaitsRecords: Bool
    /// The likely number of records before the loaded ones, while only some are loaded.
    private(set) var recordsBefore: Int
    /// Called with the new rows before they are shown.
    var onWillShow: ((RecordView) -> Void)?
    /// Called when other rows are shown.
    var onShow: ((NewRows) -> Void)?
    /// Called when the progress becomes visible.
    var onDelay: (() -> Void)?

    /// The annotations beside the values.
    var annotations: GridAnnotations? {
        // The order is that of the groups.
        didSet { if annotations != nil { isOrderFixed = true } }
    }

    private let work = LatestWork()
    /// The requested rows, while they are being computed.
    private var wanted: Wanted?
    private var marks = RecordMarks()
    /// The first of the loaded records at the last event, while only some were loaded.
    private var firstLoaded: RecordID?
    /// Called when the user cancels the loading.
    private var onLoadingCancel: (() -> Void)?

    private struct Wanted {
        let rules: [SortRule]
        /// The records to show, by their indexes among `ids`; `nil` for all.
        let records: [Int]?
        let ids: [RecordID]
    }

    /// How newly shown rows differ from those before.
    struct NewRows {
        /// Whether other records are shown, not only another order.
        let isOtherChoice: Bool
        let isOtherCount: Bool
    }

    init(of model: any TableModel) {
        self.model = model
        view = model.held.map { RecordView(of: model.table, $0) } ?? RecordView(of: model.table)
        sortRules = model.held == nil ? [] : model.sortRules
        awaitsRecords = model.isLoading
        recordsBefore = model.held?.before ?? model.recordsBefore
        firstLoaded = model.isLoading ? model.table.ids.first : nil
        _ = showLost()
        strip.widget.addStyleClass("kiroku-work-strip")
        strip.onCancel = { [weak self] in
            guard let self else { return }
            if let onLoadingCancel { onLoadingCancel() } else { cancelArranging() }
        }
        work.onProgress = { [weak self] in self?.strip.fraction = $0 }
        work.onDelay = { [weak self] in
            guard let self, let wanted else { return }
            strip.begin(wanted.rules.isEmpty ? localized("Loading the records…") : localized("Sorting…"))
            onDelay?()
        }
    }

    // MARK: Cells

    /// A copy, which costs some nanoseconds: take it once before a loop, and release it before an edit.
    var table: RecordTable { model.table }

    var size: GridSize {
        GridSize(rows: view.count, fields: model.table.schema.count, hasAddRow: !model.isReadOnly && !model.isLoading)
    }

    /// The cell of the table for a cell of the grid; `nil` if there is none.
    func position(of cell: CellIndex) -> CellPosition? {
        guard size.contains(cell) else { return nil }
        return view[cell.row].map { CellPosition(record: $0, field: cell.column) }
    }

    /// The kept values of the record in a row, if others have deleted it.
    func lost(inRow row: Int) -> RecordTable? {
        guard let record = view.lostRecord(inRow: row) else { return nil }
        return model.openConflicts.conflict(of: record)?.lost
    }

    /// The source of a cell's value: the table, or the kept values of a record; `nil` if it has none.
    func source(of cell: CellIndex) -> (table: RecordTable, cell: CellPosition)? {
        if let position = position(of: cell) { return (model.table, position) }
        guard size.contains(cell), let lost = lost(inRow: cell.row),
            let field = lost.schema.index(of: field(at: cell).id)
        else { return nil }
        return (lost, CellPosition(record: 0, field: field))
    }

    /// The identity of a cell; empty if there is no cell.
    func identity(of cell: CellIndex) -> CellIdentity {
        if let position = position(of: cell) { return CellIdentity(of: position, in: model.table) }
        guard size.contains(cell) else { return CellIdentity() }
        return CellIdentity(record: view.lostRecord(inRow: cell.row), field: field(at: cell).id)
    }

    /// The value of a cell, which must exist.
    func value(at cell: CellIndex) -> CellValue {
        source(of: cell).map { $0.table[$0.cell.record, $0.cell.field] } ?? .empty
    }

    /// The text of a cell, which must exist.
    func displayText(at cell: CellIndex, limit: Int) -> String {
        source(of: cell).map { $0.table.displayText($0.cell.record, $0.cell.field, limit: limit) }
            ?? (view.isAwaited(cell.row) ? "…" : "")
    }

    func field(at cell: CellIndex) -> FieldDefinition { model.table.schema[cell.column] }

    /// The web and mail addresses in the text of a cell, which must exist.
    func addresses(at cell: CellIndex) -> [TextAddress] {
        let value = value(at: cell)
        return TextAddress.found(in: String(value) ?? value.unfitText ?? "")
    }

    /// What is wrong with a cell, which must exist; `nil` if nothing is.
    func reasonToFix(_ cell: CellIndex) -> String? {
        guard let record = view[cell.row] else { return conflict(at: cell)?.reasonText }
        return model.toFix.reason(record, cell.column)
    }

    /// The conflict about a cell, its record or its field.
    func conflict(at cell: CellIndex) -> EditConflict? {
        let identity = identity(of: cell)
        guard let record = identity.record, let field = identity.field else { return nil }
        return model.openConflicts.conflict(at: record, field)
    }

    /// The cells that have a conflict, with a sign at their end.
    var cellsInConflict: Set<CellPosition> {
        if model.openConflicts.isEmpty { return [] }
        let table = model.table
        return Set(
            model.openConflicts.list.lazy.filter { $0.reason == .cellChanged }.compactMap { conflict in
                guard let record = conflict.record.flatMap({ table.index(of: $0) }),
                    let field = conflict.field.flatMap({ table.schema.index(of: $0) })
                else { return nil }
                return CellPosition(record: record, field: field)
            })
    }

    /// Whether a cell itself, or its record, has a conflict.
    func isInConflict(_ cell: CellIndex) -> Bool {
        guard !model.openConflicts.isEmpty, let record = view[cell.row] else { return false }
        return model.openConflicts.conflict(in: model.table.ids[record], field(at: cell).id) != nil
    }

    /// The conflict about a field as a whole.
    func conflict(ofField field: Int) -> EditConflict? {
        model.openConflicts.isEmpty ? nil : model.openConflicts.conflict(of: model.table.schema[field].id)
    }

    /// Whether the record in a row has a conflict that belongs to none of its cells.
    func isRecordInConflict(inRow row: Int) -> Bool {
        if model.openConflicts.isEmpty { return false }
        let record = view[row].map { model.table.ids[$0] } ?? view.lostRecord(inRow: row)
        return record.map { model.openConflicts.conflict(of: $0) != nil } ?? false
    }

    /// The name of a cell's picture in the document; `nil` if the cell is empty or its field is not for pictures.
    func pictureName(at cell: CellIndex) -> String? {
        guard field(at: cell).isPicture, let name = String(value(at: cell)), !name.isEmpty else { return nil }
        return name
    }

    // MARK: Order and choice

    /// Whether rows are being computed in the background; the previous ones are still shown.
    var isArranging: Bool { wanted != nil }

    /// The sort rules after all requested work.
    var comingRules: [SortRule] { model.held != nil ? model.comingSortRules : wanted?.rules ?? sortRules }

    func sort(by rules: [SortRule]) {
        // If only some rows are held, the holder of the others sorts them.
        if model.held != nil { return model.keepSortRules(rules) }
        arrange(wantedRecords, by: rules)
    }

    func show(records: [Int]?) { arrange(records, by: comingRules) }

    /// Shows these records, by their indexes, in this order for good.
    func show(inOrder records: [Int]) {
        isOrderFixed = true
        show(RecordView(records, found: model.table.ids, in: model.table), [], isSubset: true)
    }

    /// Cancels the computation; the shown rows stay.
    func cancelArranging() {
        work.cancel()
        wanted = nil
        strip.end()
    }

    /// The records to show after all requested work; `nil` for all.
    private var wantedRecords: [Int]? {
        guard let wanted else { return isSubset ? view.records : nil }
        return wanted.records.flatMap { RecordView($0, found: wanted.ids, in: model.table).records }
    }

    private func arrange(_ records: [Int]?, by rules: [SortRule]) {
        cancelArranging()
        let table = model.table
        let rules = rules.filter { table.schema.index(of: $0.field) != nil }
        if records == nil, rules.isEmpty { return show(RecordView(of: table), rules, isSubset: false) }
        wanted = Wanted(rules: rules, records: records, ids: table.ids)
        work.start { progress throws(QueryError) in
            try await table.list(of: records, by: rules, progress: progress)
        } done: { [weak self] result in
            guard let self else { return }
            guard case .success(let list) = result, let list else { return cancelArranging() }
            show(RecordView(list, found: table.ids, in: model.table), rules, isSubset: records != nil)
        }
    }

    private func show(_ new: RecordView, _ rules: [SortRule], isSubset: Bool) {
        cancelArranging()
        let isOtherChoice = isSubset || self.isSubset
        onWillShow?(new)
        let count = view.count
        view = new
        _ = showLost()
        let isOtherCount = view.count != count
        sortRules = rules
        if rules != model.sortRules { model.keepSortRules(rules) }
        self.isSubset = isSubset
        onShow?(NewRows(isOtherChoice: isOtherChoice, isOtherCount: isOtherCount))
    }

    /// Ends the work after the widgets were destroyed.
    func end() {
        work.cancel()
        wanted = nil
    }

    // MARK: Following the table

    /// Follows an edit of the table and returns what changed in the rows.
    func update(for extent: ChangeExtent) -> RecordView.RowChange {
        if let held = model.held {
            (view, sortRules, recordsBefore) = (RecordView(of: model.table, held), model.sortRules, held.before)
            return .everything
        }
        let moved = view.update(for: extent, in: model.table)
        // Moved records are shown at their new places.
        if moved == .everything, sortRules.isEmpty, !isOrderFixed { view.putInOrderOfTable() }
        let change = showLost() ? .everything : moved
        if change == .everything { sortRules.removeAll { model.table.schema.index(of: $0.field) == nil } }
        return change
    }

    /// Makes an edit that adds records, and shows them from this row on; with `nil`, below all others.
    ///
    /// If all records are shown in the table's order, the new ones are shown at their places in the table.
    func showing(newFrom row: Int?, _ edit: () throws(EditError) -> Void) throws(EditError) {
        view.rowOfNewRecords = row
        defer { view.rowOfNewRecords = nil }
        try edit()
    }

    /// Shows the records that others have deleted while they were edited here; returns whether any row has moved.
    func showLost() -> Bool {
        let lost = model.openConflicts.isEmpty ? [] : model.openConflicts.lost.compactMap(\.lost)
        return view.show(lost: lost, in: model.table)
    }

    // MARK: Loading

    /// Shows that records are being loaded, until all are loaded.
    func showLoading(_ text: String, cancel: @escaping () -> Void) {
        onLoadingCancel = cancel
        strip.begin(text)
    }

    /// Returns how many rows now precede those loaded first; `nil` while records are still missing.
    func takeRowsBefore() -> Int? {
        guard awaitsRecords, !model.isLoading else { return nil }
        defer { (recordsBefore, firstLoaded) = (0, nil) }
        return firstLoaded.flatMap { model.table.index(of: $0) } ?? recordsBefore
    }

    /// Begins the work that has waited for all records to be loaded.
    func finishLoading() {
        guard awaitsRecords, !model.isLoading else { return }
        awaitsRecords = false
        onLoadingCancel = nil
        strip.end()
        if !model.sortRules.isEmpty { sort(by: model.sortRules) }
    }

    // MARK: Marks

    /// Marks the records with these indexes and no others; `nil` marks none.
    func mark(_ records: [Int]?) {
        marks = records.map { RecordMarks($0, of: model.table) } ?? RecordMarks()
    }

    /// The indexes of the marked records that still exist, ascending; costs a pass over the table.
    var markedRecords: [Int] { marks.indexes(in: model.table) }

    /// Whether a row, which must exist, is drawn with a mark.
    func showsMark(inRow row: Int) -> Bool {
        !isSubset && !marks.isEmpty && view[row].map { marks.contains(model.table.ids[$0]) } == true
    }

    /// The next row with a marked record, downwards or upwards from `row`, continuing at the other end.
    ///
    /// Costs at most a pass over the rows.
    func nextMarkedRow(from row: Int, forward: Bool) -> Int? {
        let (count, table) = (view.count, model.table)
        guard count > 0, !marks.isEmpty else { return nil }
        let rows = (1...count).lazy.map { forward ? (row + $0) % count : (row - $0 + 2 * count) % count }
        return rows.first { row in self.view[row].map { self.marks.contains(table.ids[$0]) } == true }
    }
}
