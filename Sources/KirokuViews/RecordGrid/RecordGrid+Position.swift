import KirokuCore

/// Where somebody is in a grid: the cell with the cursor, and what is in sight.
public struct GridPosition: Sendable, Hashable {
    /// The record that the cursor is on; `nil` if no record was shown.
    public var record: RecordID?
    /// The field that the cursor is in.
    public var field: FieldID?
    /// How many rows lie above those in sight; a row may be so in part.
    public var rowsAbove: Double
    /// The first record in sight; `nil` unless all are shown as they stand in the table.
    public var top: RecordID?
    /// How many pixels lie to the left of what is in sight, at a text scale of 1.
    public var left: Double

    /// A position; without a record, only what is in sight.
    public init(
        record: RecordID?, field: FieldID?, rowsAbove: Double = 0, left: Double = 0, top: RecordID? = nil
    ) {
        self.record = record
        self.field = field
        self.rowsAbove = rowsAbove
        self.left = left
        self.top = top
    }
}

extension RecordGrid {
    /// Where the user is now.
    public var position: GridPosition {
        let top = view.isWholeTable && size.rows > 0 ? layout.visibleRows.lowerBound : nil
        return GridPosition(
            record: cursorIdentity.record, field: cursorIdentity.field,
            rowsAbove: Double(rowsBefore) + layout.scrollY / layout.rowHeight, left: layout.scrollX / layout.textScale,
            top: top.map { document.table.ids[min($0, size.rows - 1)] })
    }

    /// Goes back to where somebody was, as far as that is still there.
    ///
    /// While the records are being ordered, what is in sight follows when that is done, unless the cursor was moved
    /// meanwhile.
    public func restore(_ position: GridPosition) {
        guard !isGone else { return }
        var identity = CellIdentity()
        (identity.record, identity.field) = (position.record, position.field)
        if let place = identity.place(in: document.table, view) { moveCursor { $0.go(to: place, in: size) } }
        showPart(of: position)
        awaitedPosition = isArranging && cursorIdentity == identity ? position : nil
    }

    /// Shows what is waited for, after the records were ordered.
    func showAwaitedPosition() {
        guard let position = awaitedPosition else { return }
        awaitedPosition = nil
        guard cursorIdentity.record == position.record, cursorIdentity.field == position.field else { return }
        showPart(of: position)
    }

    private func showPart(of position: GridPosition) {
        guard position.rowsAbove.isFinite, position.left.isFinite else { return }
        let rows = max(0, position.rowsAbove - Double(rowsBefore))
        scroll(x: position.left * layout.textScale, y: rows * layout.rowHeight)
    }
}
