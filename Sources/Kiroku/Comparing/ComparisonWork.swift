import KirokuCore

/// Compares a document with another table in the background, and makes the rows to look at.
struct ComparisonWork: Sendable {
    let table: RecordTable
    let other: OtherTable
    let pairing: PairingChoice
    /// The older copy that both come from; `nil` if none was chosen.
    let base: RecordTable?
    let choice: ComparedRows.Choice
    /// The record to find again in the new rows.
    var anchor: Anchor?

    /// A record of one of the tables.
    struct Anchor: Sendable {
        let side: ComparedRows.Side
        let record: RecordID
    }

    struct Found: Sendable {
        let rows: ComparedRows
        /// The row of the anchor; `nil` if it is gone.
        let anchorRow: Int?
    }

    @concurrent
    func run() async throws(CancellationError) -> Found {
        let comparison = try await TableComparison.of(
            table, and: other.table, by: pairing.pairing(table, other.table))
        var origins: ChangeOrigins?
        if let base, pairing == .identity { origins = try await ChangeOrigins.of(comparison, from: base) }
        var choice = choice
        // Without the older copy, it is not known who has changed what.
        if case .origin = choice, origins == nil { choice = .allDifferences }
        let rows = try await ComparedRows.of(comparison, origins: origins, choice)
        let record = anchor.flatMap { ($0.side == .here ? table : other.table).index(of: $0.record) }
        return Found(rows: rows, anchorRow: record.flatMap { rows.row(of: $0, anchor?.side ?? .here) })
    }
}
