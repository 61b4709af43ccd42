import KirokuCore

/// What identifies the records of a table while it is browsed, and puts them in order if nothing else does.
///
/// Without a key, the rows of a table go by where they lie in the server's file. Those of a view lie nowhere, so they go by
/// their values, and rows that are equal in these are numbered.
struct BrowseIdentity: Sendable {
    let columns: [BrowseColumn]
    /// What is read, as it stands in statements.
    let source: String
    /// What the user should know of it, in a sentence; `nil` if there is a key.
    let notice: String?

    /// By so many columns the rows of a view are put in order; equal ones are numbered.
    private static let columnLimit = 16

    /// - Parameter collations: of columns, by their numbers.
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
        // Rows that are equal in all columns are the same in any order.
        let order = table.columns.count > columns.count ? " ORDER BY ROW(\(all))::text COLLATE \"C\"" : ""
        return """
            (SELECT \(all), pg_catalog.row_number() OVER (PARTITION BY \(compared)\(order)) AS \(number) \
            FROM \(table.quotedName) AS looked)
            """
    }
}

extension ServerTable {
    /// Whether its rows lie in files of the server's.
    var isStored: Bool { ["r", "m", "p"].contains(kind) }
}
