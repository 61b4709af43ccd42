import KirokuCore

/// As views know it.
extension RemoteRows: TableModel {
    // MARK: The table

    /// The records that are here.
    public var table: RecordTable { pages.table }

    /// Which rows these are.
    public var held: HeldRows? { pages.heldRows }

    /// How many records there are, or an estimate.
    public var likelyCount: Int { pages.count }

    /// Whether the number of records is known, and not an estimate.
    public var countIsExact: Bool { pages.isCountExact }

    /// Nothing can be edited.
    public var refusal: EditError? { .limited(.onServer, field: nil) }

    /// Calls `body` whenever other records are here.
    public func observe(_ body: @escaping @MainActor (DocumentEvent) -> Void) -> Observation { observers.add(body) }

    /// Refused.
    public func apply(_ change: Change, title: ChangeTitle?) throws(EditError) {
        throw .limited(.onServer, field: nil)
    }

    // MARK: What views remember

    /// Those that have been set since it was opened.
    public var fieldWidths: [FieldID: Int] { widths }

    /// Remembers it as long as the table is open.
    public func setWidth(_ width: Int, of field: FieldID) { widths[field] = width }

    /// Those that have been set since it was opened.
    public var rowLines: Int { lines }

    /// Remembers them as long as the table is open.
    public func setRowLines(_ lines: Int) { self.lines = lines }

    /// The order; none for that of the key.
    public var sortRules: [SortRule] { Self.rules(of: request) }

    /// The order that was asked for, until its records have come.
    public var comingSortRules: [SortRule] { Self.rules(of: coming) }

    private static func rules(of request: BrowseRequest) -> [SortRule] {
        request.order.rules.map { SortRule(field: $0.field, isDescending: $0.isDescending) }
    }

    /// Asks for another order; it is shown when the records have come.
    public func keepSortRules(_ rules: [SortRule]) {
        let order = BrowseOrder(rules.map { BrowseOrder.Rule($0.field, isDescending: $0.isDescending) })
        if order != coming.order { onOrder?(order) }
    }
}
