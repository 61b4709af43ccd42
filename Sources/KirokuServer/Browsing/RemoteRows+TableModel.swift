import KirokuCore

/// The table model for views.
extension RemoteRows: TableModel {
    // MARK: The table

    /// The records in memory.
    public var table: RecordTable { pages.table }

    /// The rows of these records.
    public var held: HeldRows? { pages.heldRows }

    /// The number of records, or an estimate.
    public var likelyCount: Int { pages.count }

    /// Whether the number of records is exact, not an estimate.
    public var countIsExact: Bool { pages.isCountExact }

    /// Nothing can be edited.
    public var refusal: EditError? { .limited(.onServer, field: nil) }

    /// Calls `body` whenever the records in memory have changed.
    public func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { observers.add(body) }

    /// Refused.
    public func apply(_ change: Change, title: ChangeTitle?) throws(EditError) {
        throw .limited(.onServer, field: nil)
    }

    // MARK: View settings

    /// Those set since the table was opened.
    public var fieldWidths: [FieldID: Int] { widths }

    /// Remembers the width as long as the table is open.
    public func setWidth(_ width: Int, of field: FieldID) { widths[field] = width }

    /// Those set since the table was opened.
    public var rowLines: Int { lines }

    /// Remembers the lines as long as the table is open.
    public func setRowLines(_ lines: Int) { self.lines = lines }

    /// The order; empty for that of the key.
    public var sortRules: [SortRule] { Self.rules(of: request) }

    /// The requested order, until its records have arrived.
    public var comingSortRules: [SortRule] { Self.rules(of: coming) }

    private static func rules(of request: BrowseRequest) -> [SortRule] {
        request.order.rules.map { SortRule(field: $0.field, isDescending: $0.isDescending) }
    }

    /// Requests another order; it is shown when the records have arrived.
    public func keepSortRules(_ rules: [SortRule]) {
        let order = BrowseOrder(rules.map { BrowseOrder.Rule($0.field, isDescending: $0.isDescending) })
        if order != coming.order { onOrder?(order) }
    }
}
