import Geometry

/// Where a key moves the cursor, as in spreadsheets.
public enum GridStep: Sendable, Hashable {
    /// One field to the left.
    case left
    /// One field to the right.
    case right
    /// One record up.
    case up
    /// One record down.
    case down
    /// To the first field of the record.
    case recordStart
    /// To the last field of the record.
    case recordEnd
    /// To the first field of the first record.
    case tableStart
    /// To the last field of the last record.
    case tableEnd
    /// This many records down, or up if negative.
    case page(Int)
    /// As with Tab: to the right, then to the first field of the next record.
    case next
    /// As with Shift+Tab: to the left, then to the last field of the previous record.
    case previous
    /// As with Enter: one record down, to the field in which Tab began to go through this one.
    case nextRecord
    /// As with Shift+Enter: one record up, to the same field.
    case previousRecord
    /// To the end of a block of filled cells, or across a gap to the next block, or else to the border of the table.
    case edge(GridDirection)

    /// - Parameters:
    ///   - cell: where the cursor is.
    ///   - start: the field in which Tab began to go through the record; `nil` if it did not.
    ///   - size: how many rows and fields there are.
    ///   - isFilled: whether a cell holds anything; asked only on the way to an edge.
    func destination(
        from cell: CellIndex, startingAt start: Int? = nil, in size: GridSize, isFilled: (CellIndex) -> Bool
    ) -> CellIndex {
        let lastField = size.fields - 1
        let lastRow = size.rows - 1
        return switch self {
        case .left: CellIndex(row: cell.row, column: cell.column - 1)
        case .right: CellIndex(row: cell.row, column: cell.column + 1)
        case .up: CellIndex(row: cell.row - 1, column: cell.column)
        case .down: CellIndex(row: cell.row + 1, column: cell.column)
        case .recordStart: CellIndex(row: cell.row, column: 0)
        case .recordEnd: CellIndex(row: cell.row, column: lastField)
        case .tableStart: CellIndex(row: 0, column: 0)
        case .tableEnd: CellIndex(row: lastRow, column: lastField)
        case .page(let rows): CellIndex(row: cell.row + rows, column: cell.column)
        case .next where cell.column < lastField: CellIndex(row: cell.row, column: cell.column + 1)
        case .next where cell.row < lastRow: CellIndex(row: cell.row + 1, column: 0)
        case .previous where cell.column > 0: CellIndex(row: cell.row, column: cell.column - 1)
        case .previous where cell.row > 0: CellIndex(row: cell.row - 1, column: lastField)
        case .next, .previous: cell
        // In the first or last record, the cursor stays.
        case .nextRecord where cell.row < lastRow: CellIndex(row: cell.row + 1, column: start ?? cell.column)
        case .previousRecord where cell.row > 0: CellIndex(row: cell.row - 1, column: start ?? cell.column)
        case .nextRecord, .previousRecord: cell
        case .edge(let direction): direction.edge(from: cell, in: size, isFilled: isFilled)
        }
    }
}

/// One of the four directions in a grid.
public enum GridDirection: Sendable, Hashable {
    /// Towards the first field.
    case left
    /// Towards the last field.
    case right
    /// Towards the first record.
    case up
    /// Towards the last record.
    case down

    private func next(to place: CellIndex) -> CellIndex {
        switch self {
        case .left: CellIndex(row: place.row, column: place.column - 1)
        case .right: CellIndex(row: place.row, column: place.column + 1)
        case .up: CellIndex(row: place.row - 1, column: place.column)
        case .down: CellIndex(row: place.row + 1, column: place.column)
        }
    }

    /// Costs a step for each cell on the way.
    fileprivate func edge(
        from start: CellIndex, in size: GridSize, isFilled: (CellIndex) -> Bool
    ) -> CellIndex {
        guard size.contains(start) else { return start }
        var place = next(to: start)
        guard size.contains(place) else { return start }
        let staysInBlock = isFilled(start) && isFilled(place)
        while true {
            if !staysInBlock, isFilled(place) { return place }
            let beyond = next(to: place)
            guard size.contains(beyond) else { return place }
            if staysInBlock, !isFilled(beyond) { return place }
            place = beyond
        }
    }
}
