import KirokuCore
import KirokuViews

extension DocumentBeginning {
    /// Whether it is what will be in sight when all records are there, so that nothing jumps then.
    ///
    /// It is not in a document that is sorted, nor in one that the user has left further down, nor among pictures.
    func holds(_ place: GridPosition?) -> Bool {
        guard !isSorted, !contents.table.schema.fields.contains(where: \.isPicture) else { return false }
        guard let place else { return true }
        let isCursorThere = place.record.map { contents.table.index(of: $0) != nil } ?? true
        return isCursorThere && place.rowsAbove + Self.rowsInSight <= Double(contents.table.count)
    }

    /// More rows than fit onto a screen.
    private static let rowsInSight = 200.0
}
