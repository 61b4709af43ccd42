extension RecordTable {
    /// Whether a cell holds something, unfit text included; both indexes must be in range.
    public func isFilled(_ record: Int, _ field: Int) -> Bool {
        let hasValue =
            switch column(field) {
            case .int(let values): values[record] != nil
            case .float(let values): values[record] != nil
            case .bool(let values): values[record] != nil
            case .string(let values): values.withUTF8(at: record) { $0 != nil }
            }
        if hasValue { return true }
        if unfitCount(inField: field) == 0 { return false }
        return self[record, field] != .empty
    }

    /// Whether a cell holds unfit text; both indexes must be in range.
    public func isUnfit(_ record: Int, _ field: Int) -> Bool {
        guard unfitCount(inField: field) > 0, case .unfit = self[record, field] else { return false }
        return true
    }
}
