extension RecordTable {
    /// Whether a cell holds something, unfit text included; both indexes must be in range.
    public func isFilled(_ record: Int, _ field: Int) -> Bool {
        if column(field).isFilled(record) { return true }
        if unfitCount(inField: field) == 0 { return false }
        return self[record, field] != .empty
    }

    /// Whether a cell holds unfit text; both indexes must be in range.
    public func isUnfit(_ record: Int, _ field: Int) -> Bool {
        unfitCount(inField: field) > 0 && self[record, field].isUnfit
    }
}
