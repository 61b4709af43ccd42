import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Which records are shown, in which order, and how they are looked at.
extension RecordGrid {
    // MARK: Order and choice

    /// By what the shown records are ordered; empty for the table's order.
    public var sortRules: [SortRule] { rows.sortRules }

    /// Whether only some of the records are shown.
    public var showsSubset: Bool { rows.isSubset }

    /// How many records are shown.
    public var shownCount: Int { rows.view.count }

    /// The indexes of the shown records, row by row; `nil` if that is the whole table in its order.
    public var shownRecords: [Int]? { rows.view.records }

    /// The records that are shown from a record on, row by row, at most `count`.
    public func shownRecords(from record: Int, count: Int) -> [Int] {
        let view = rows.view
        guard let row = view.row(of: record) else { return [] }
        return (row..<min(view.count, row + count)).map { view[$0] }
    }

    /// Whether records are being ordered in the background; what was shown before is still shown.
    public var isArranging: Bool { rows.isArranging }

    /// Orders the shown records; without rules, as they stand in the table.
    ///
    /// Works in the background, shows its progress if it takes longer than 0.3 seconds, and can be cancelled by the
    /// user. The cursor stays on its record. Records that are edited later stay in their rows until this is called
    /// again.
    public func sort(by rules: [SortRule]) { rows.sort(by: rules) }

    /// Shows only these records, in the order of ``sortRules``; `nil` shows all.
    ///
    /// The indexes, in any order, are those of the table as it is now. The cursor stays on its record if
    /// that is shown, and goes to the first one otherwise. Records that are added later are shown, too.
    public func show(records: [Int]?) { rows.show(records: records) }

    /// Cancels what is being computed; what is shown stays.
    public func cancelArranging() { rows.cancelArranging() }

    // MARK: Marks

    /// Marks these records and no others; `nil` marks none.
    ///
    /// They are drawn with a mark while others are shown, too. They stay marked while the table is edited.
    ///
    /// - Parameter records: indexes of the table as it is now, ascending.
    public func mark(records: [Int]?) {
        rows.mark(records)
        if !viewport.isGone { viewport.redraw() }
    }

    /// The marked records that are still there, by their indexes, ascending; costs a pass over the table.
    public var markedRecords: [Int] { rows.markedRecords }

    /// Puts the cursor on the next marked record that is shown, in the order of the rows, or on the one before; after the
    /// last one comes the first again.
    ///
    /// Returns false if no record that is shown is marked.
    ///
    /// - Parameters:
    ///   - forward: downwards.
    ///   - field: the field to go to in a record, by its index; `nil` stays in the cursor's.
    @discardableResult
    public func goToMarked(forward: Bool, field: (Int) -> Int? = { _ in nil }) -> Bool {
        guard !viewport.isGone else { return false }
        commitEditing()
        guard let row = rows.nextMarkedRow(from: current.cell.row, forward: forward) else { return false }
        current.go(to: CellIndex(row: row, column: field(rows.view[row]) ?? current.cell.column))
        return true
    }

    // MARK: Loading

    /// Loads the fonts that the first grid will need, so that it appears sooner.
    ///
    /// - Parameter widget: looks as the grid will, and is in a window.
    public static func prepareFonts(of widget: some Widget) {
        GridFonts(of: widget).prepare()
    }

    /// Says over the lower edge that records are being loaded, until they are there.
    ///
    /// Meanwhile the keys and the pointer only move the cursor and select.
    ///
    /// - Parameters:
    ///   - text: what is under way.
    ///   - cancel: is called when the user wants it to stop.
    public func showLoading(_ text: String, cancel: @escaping () -> Void) {
        guard !viewport.isGone, model.isLoading else { return }
        rows.showLoading(text, cancel: cancel)
        viewport.placeOverlays()
    }

    /// How far the loading has come, from 0 to 1.
    public var loadingFraction: Double {
        get { rows.strip.fraction }
        set { if !viewport.isGone, model.isLoading { rows.strip.fraction = newValue } }
    }

    // MARK: Looks

    /// How many times as large as the theme's the text is, with rows and columns in proportion; 1 at first.
    public var textScale: Double {
        get { viewport.textScale }
        set { viewport.textScale = newValue }
    }

    /// Where the pictures come from; with `nil`, only their names are shown.
    public var pictures: CellPictures? {
        get { pictureCells.source }
        set {
            pictureCells.show(from: newValue)
            fields.measure()
            viewport.redraw()
        }
    }
}
