/// Where a key takes the cursor, as in the spreadsheets people know.
public enum GridStep: Sendable, Hashable {
    /// A field to the left.
    case left
    /// A field to the right.
    case right
    /// A record up.
    case up
    /// A record down.
    case down
    /// To the first field of the record.
    case recordStart
    /// To the last field of the record.
    case recordEnd
    /// To the first field of the first record.
    case tableStart
    /// To the last field of the last record.
    case tableEnd
    /// So many records up or down.
    case page(Int)
    /// As Tab goes: to the right, then to the first field of the next record.
    case next
    /// As Shift+Tab goes: to the left, then to the last field of the record before.
    case previous
    /// As Enter goes: a record down, to the field in which Tab began to go through this one.
    case nextRecord
    /// As Shift+Enter goes: the same, a record up.
    case previousRecord
    /// To the end of a block of filled cells, or over a gap to the next one, or else to the border of the table.
    case edge(GridDirection)

    /// - Parameters:
    ///   - cell: where the cursor is.
    ///   - start: the field in which Tab began to go through the record; `nil` if it did not.
    ///   - size: how many rows and fields there are.
    ///   - isFilled: whether a cell holds anything; asked only on the way to an edge.
    func destination(
        from cell: GridCell, startingAt start: Int? = nil, in size: GridSize, isFilled: (GridCell) -> Bool
    ) -> GridCell {
        let lastField = size.fields - 1
        let lastRow = size.rows - 1
        return switch self {
        case .left: GridCell(row: cell.row, field: cell.field - 1)
        case .right: GridCell(row: cell.row, field: cell.field + 1)
        case .up: GridCell(row: cell.row - 1, field: cell.field)
        case .down: GridCell(row: cell.row + 1, field: cell.field)
        case .recordStart: GridCell(row: cell.row, field: 0)
        case .recordEnd: GridCell(row: cell.row, field: lastField)
        case .tableStart: GridCell(row: 0, field: 0)
        case .tableEnd: GridCell(row: lastRow, field: lastField)
        case .page(let rows): GridCell(row: cell.row + rows, field: cell.field)
        case .next where cell.field < lastField: GridCell(row: cell.row, field: cell.field + 1)
        case .next where cell.row < lastRow: GridCell(row: cell.row + 1, field: 0)
        case .previous where cell.field > 0: GridCell(row: cell.row, field: cell.field - 1)
        case .previous where cell.row > 0: GridCell(row: cell.row - 1, field: lastField)
        case .next, .previous: cell
        // Where there is no record beyond, the cursor stays.
        case .nextRecord where cell.row < lastRow: GridCell(row: cell.row + 1, field: start ?? cell.field)
        case .previousRecord where cell.row > 0: GridCell(row: cell.row - 1, field: start ?? cell.field)
        case .nextRecord, .previousRecord: cell
        case .edge(let direction): direction.edge(from: cell, in: size, isFilled: isFilled)
        }
    }
}

/// One of the four ways to go in a grid.
public enum GridDirection: Sendable, Hashable {
    /// Towards the first field.
    case left
    /// Towards the last field.
    case right
    /// Towards the first record.
    case up
    /// Towards the last record.
    case down

    private func next(to place: GridCell) -> GridCell {
        switch self {
        case .left: GridCell(row: place.row, field: place.field - 1)
        case .right: GridCell(row: place.row, field: place.field + 1)
        case .up: GridCell(row: place.row - 1, field: place.field)
        case .down: GridCell(row: place.row + 1, field: place.field)
        }
    }

    /// Costs a step for each cell on the way.
    fileprivate func edge(
        from start: GridCell, in size: GridSize, isFilled: (GridCell) -> Bool
    ) -> GridCell {
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
