/// The cells that break a rule of their field only after a change, computed before it is made.
public struct BrokenByChange: Sendable {
    /// One of the cells.
    public struct Cell: Sendable, Hashable {
        /// Its place after the change.
        public let position: CellPosition
        /// What is wrong with it, for the user.
        public let reason: String
    }

    /// The largest number of cells listed.
    public static let listLimit = 20

    /// The number of cells.
    public private(set) var count = 0
    /// The first cells.
    public private(set) var cells: [Cell] = []

    /// Costs nothing if no field has rules; otherwise some passes over those fields, so use it in the background.
    ///
    /// - Parameters:
    ///   - change: sets cells and appends records; `nil` for none.
    ///   - table: the table before the change.
    public init(_ change: Change?, of table: RecordTable) {
        guard let change, table.schema.fields.contains(where: \.isChecked) else { return }
        var changed = table
        guard (try? changed.apply(change)) != nil else { return }
        let (before, after) = (CellChecks(table), CellChecks(changed))
        for field in changed.schema.fields.indices {
            let known = before.brokenWords(inField: field)
            var words = after.brokenWords(inField: field)
            for index in words.indices where index < known.count { words[index] &= ~known[index] }
            let records = MatchWords.indexes(of: words)
            count += records.count
            for record in records.prefix(Self.listLimit - cells.count) {
                let position = CellPosition(record: record, field: field)
                after.reason(record, field, in: changed).map { cells.append(Cell(position: position, reason: $0)) }
            }
        }
    }

    /// The number of cells, for the user; `nil` if there are none.
    public var message: String? {
        count == 0
            ? nil
            : localized(
                "{count} cell breaks a rule of its field and is flagged for fixing.",
                "{count} cells break rules of their fields and are flagged for fixing.", count: count)
    }

    /// The listed cells as lines for the user: "Record 14, Price: …".
    public func lines(of schema: Schema) -> [String] {
        let lines = cells.map { cell in
            localized(
                "Record {number}, {field}: {reason}",
                [
                    "number": localizedNumber(cell.position.record + 1),
                    "field": ShownText.short(schema[cell.position.field].name), "reason": cell.reason,
                ])
        }
        let others = count - cells.count
        return others > 0 ? lines + [localized("… and {count} more.", "… and {count} more.", count: others)] : lines
    }
}
