import KirokuCore

/// Identifies the records of a browsed table, and orders them if nothing else does.
///
/// Without a key, the rows of a table are identified by their position in the server's file. Rows of a view have no
/// position, so they are identified by their values, and equal rows are numbered.
struct BrowseIdentity: Sendable {
    let columns: [BrowseColumn]
    /// The source of the rows, as an SQL expression.
    let source: String
    /// A notice for the user, in a sentence; `nil` if there is a key.
    let notice: String?

    /// How many columns order the rows of a view; equal rows are numbered.
    private static let columnLimit = 16

    /// - Parameter collations: the collations of columns, by column number.
    init(_ layout: ForeignLayout, _ collations: [Int: String]) {
        let table = layout.source
        if layout.hasKey {
            columns = layout.identity.map { BrowseColumn($0, collation: collations[$0.number]) }
            (source, notice) = (table.quotedName, nil)
        } else if table.hasRowVersions, table.isStored {
            let place = BrowseColumn("ctid", "tid", .blocks)
            let isOneFile = table.kind != "p" && !table.hasChildren
            columns = isOneFile ? [place] : [BrowseColumn("tableoid", "oid", .unknown), place]
            source = table.quotedName
            notice = localized(
                "This table has no key. Records appear in the server’s order and may move when they change."
            )
        } else {
            let compared = table.columns.prefix(Self.columnLimit).map {
                BrowseColumn($0, collation: collations[$0.number])
            }
            let number = Self.freeName(table)
            columns = compared + [BrowseColumn(number, "bigint", .wholeNumbers)]
            source = Self.numbered(table, by: compared, as: number)
            notice = localized(
                "This table has no key, so the server must sort all records for each page. With many records, that is slow."
            )
        }
    }

    private static func freeName(_ table: ServerTable) -> String {
        var name = "kiroku_number"
        while table.columns.contains(where: { $0.name == name }) { name += "_" }
        return name
    }

    private static func numbered(_ table: ServerTable, by columns: [BrowseColumn], as number: String) -> String {
        let all = table.columns.map(\.quotedName).joined(separator: ", ")
        let compared = columns.map(\.expression).joined(separator: ", ")
        // The order of rows that are equal in all columns does not matter.
        let order = table.columns.count > columns.count ? " ORDER BY ROW(\(all))::text COLLATE \"C\"" : ""
        return """
            (SELECT \(all), pg_catalog.row_number() OVER (PARTITION BY \(compared)\(order)) AS \(number) \
            FROM \(table.quotedName) AS looked)
            """
    }
}

extension ServerTable {
    /// Whether its rows are stored in files of the server.
    var isStored: Bool { ["r", "m", "p"].contains(kind) }
}
