import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Which records are shown, in which order, and how they look.
extension RecordGrid {
    // MARK: Order and choice

    /// The order of the shown records; empty for the order of the table.
    public var sortRules: [SortRule] { rows.sortRules }

    /// Whether only a subset of the records is shown.
    public var showsSubset: Bool { rows.isSubset }

    /// The number of shown records.
    public var shownCount: Int { rows.view.count }

    /// The indexes of the shown records, row by row; `nil` for the whole table in its order.
    public var shownRecords: [Int]? { rows.view.records }

    /// The indexes of at most `count` shown records, row by row, beginning with `record`.
    public func shownRecords(from record: Int, count: Int) -> [Int] {
        let view = rows.view
        guard let row = view.row(of: record) else { return [] }
        return (row..<min(view.count, row + count)).compactMap { view[$0] }
    }

    /// Whether rows are being computed in the background; the previous ones are still shown.
    var isArranging: Bool { rows.isArranging }

    /// Sorts the shown records; without rules, they return to the order of the table.
    ///
    /// Works in the background, shows progress after 0.3 seconds, and can be cancelled by the user. The cursor stays on
    /// its record. Records that are edited later stay in their rows until the next call.
    public func sort(by rules: [SortRule]) { rows.sort(by: rules) }

    /// Shows only these records, in the order of ``sortRules``; `nil` shows all.
    ///
    /// The indexes, in any order, are those of the current table. The cursor stays on its record if that is shown, and
    /// otherwise goes to the first one. Records that are added later are shown, too.
    public func show(records: [Int]?) { rows.show(records: records) }

    /// Shows only these records, in this order; from then on, they cannot be sorted.
    ///
    /// The indexes are those of the current table, each at most once. The cursor stays on its record if that is shown,
    /// and otherwise goes to the first one.
    public func show(inOrder records: [Int]) {
        if !viewport.isGone { rows.show(inOrder: records) }
    }

    /// Cancels the computation; the shown records stay.
    func cancelArranging() { rows.cancelArranging() }

    // MARK: Marks

    /// Marks these records and no others; `nil` marks none.
    ///
    /// Marks are visible while all records are shown. Records stay marked while the table is edited.
    ///
    /// - Parameter records: indexes in the current table, ascending.
    public func mark(records: [Int]?) {
        rows.mark(records)
        if !viewport.isGone { viewport.redraw() }
    }

    /// The indexes of the marked records that still exist, ascending; costs a pass over the table.
    public var markedRecords: [Int] { rows.markedRecords }

    /// Puts the cursor on the next shown record with a mark, or the previous one, continuing at the other end.
    ///
    /// Returns false if no shown record is marked.
    ///
    /// - Parameters:
    ///   - forward: whether to go downwards.
    ///   - field: returns the index of the field to go to in a record; `nil` for the cursor's field.
    @discardableResult
    public func goToMarked(forward: Bool, field: (Int) -> Int? = { _ in nil }) -> Bool {
        guard !viewport.isGone else { return false }
        commitEditing()
        guard let row = rows.nextMarkedRow(from: current.cell.row, forward: forward) else { return false }
        current.go(to: CellIndex(row: row, column: rows.view[row].flatMap(field) ?? current.cell.column))
        return true
    }

    // MARK: Loading

    /// Loads the fonts of the first grid, so that it appears sooner.
    ///
    /// - Parameter widget: a widget in a window, with the look of the grid.
    public static func prepareFonts(of widget: some Widget) {
        GridFonts(of: widget).prepare()
    }

    /// Shows over the lower edge that records are being loaded, until all are loaded.
    ///
    /// Meanwhile the keys and the pointer only move the cursor and select.
    ///
    /// - Parameters:
    ///   - text: the message about loading.
    ///   - cancel: called when the user cancels the loading.
    public func showLoading(_ text: String, cancel: @escaping () -> Void) {
        guard !viewport.isGone, model.isLoading else { return }
        rows.showLoading(text, cancel: cancel)
        viewport.placeOverlays()
    }

    /// The progress of loading, from 0 to 1.
    public var loadingFraction: Double {
        get { rows.strip.fraction }
        set { if !viewport.isGone, model.isLoading { rows.strip.fraction = newValue } }
    }

    // MARK: Looks

    /// The size of the text relative to the theme's, 1 by default; rows and columns grow with it.
    public var textScale: Double {
        get { viewport.textScale }
        set { viewport.textScale = newValue }
    }

    /// The lines of text in each row, within ``KirokuCore/RowHeight/lines``; the model remembers them.
    public var rowLines: Int {
        get { viewport.layout.rowLines }
        set {
            let lines = RowHeight.clamped(newValue)
            guard !viewport.isGone, lines != rowLines else { return }
            let rowsAbove = viewport.layout.scrollY / viewport.layout.rowHeight
            model.setRowLines(lines)
            fields.measure()
            viewport.scroll(x: viewport.layout.scrollX, y: rowsAbove * viewport.layout.rowHeight)
            viewport.reveal(current.cell)
            viewport.placeOverlays()
            viewport.redraw()
            onSizeChange?()
        }
    }

    /// Gives columns these widths, in pixels at a text scale of 1; the model remembers them.
    public func setWidths(_ widths: [FieldID: Int]) {
        guard !viewport.isGone else { return }
        for (field, width) in widths where rows.table.schema.index(of: field) != nil {
            model.setWidth(width, of: field)
        }
        fields.measure()
        viewport.placeOverlays()
        viewport.redraw()
    }

    /// The source of the pictures; with `nil`, only their names are shown.
    public var pictures: CellPictures? {
        get { pictureCells.source }
        set {
            pictureCells.show(from: newValue)
            fields.measure()
            viewport.redraw()
        }
    }
}
