import KirokuCore

extension ValueSpread {
    /// Reads the server's statistics for a column; `nil` if there are none, or the server does not show them.
    ///
    /// - Parameters:
    ///   - bounds: the least and the greatest value to consider, if only some records are browsed.
    ///   - ends: the least and the greatest existing value.
    static func known(
        of column: BrowseColumn, in table: ServerTable, within bounds: (first: String, last: String)?,
        ends: (first: String?, last: String?), _ line: ServerLine
    ) throws(ServerError) -> ValueSpread? {
        guard let name = column.statisticsName else { return nil }
        let values = column.typeName + "[]"
        let part = bounds.map { first, last in
            "WHERE v\(column.collation) BETWEEN \(column.literal(first)) AND \(column.literal(last))"
        }
        let rows = try line.rows(
            """
            WITH known AS (
              SELECT null_frac, most_common_vals::text::\(values) AS common, most_common_freqs AS shares,
                histogram_bounds::text::\(values) AS borders,
                (1 - null_frac - coalesce((SELECT pg_catalog.sum(s) FROM unnest(most_common_freqs) AS s), 0))
                  / greatest(pg_catalog.cardinality(histogram_bounds::text::\(values)) - 1, 1) AS step
              FROM pg_catalog.pg_stats
              WHERE pg_catalog.quote_ident(schemaname) || '.' || pg_catalog.quote_ident(tablename) = $1 AND attname = $2
              ORDER BY inherited DESC LIMIT 1)
            SELECT v::text AS shown, share, is_border, null_frac, step FROM (
              SELECT v, share, false AS is_border, null_frac, step FROM known, unnest(common, shares) AS c (v, share)
              UNION ALL SELECT v, 0, true, null_frac, step FROM known, unnest(borders) AS b (v)) AS marks
            \(part ?? "") ORDER BY v\(column.collation), is_border
            """, [table.catalogName, name])
        let marks = rows.compactMap { row in
            row[0].map { Mark(text: $0, share: row[1].flatMap { Double($0) } ?? 0, isBorder: row.flag(2)) }
        }
        guard !marks.isEmpty else { return nil }
        let emptyShare = rows.first?[3].flatMap { Double($0) } ?? 0
        let step = bounds == nil ? nil : rows.first?[4].flatMap { Double($0) }
        return ValueSpread(marks, emptyShare: emptyShare, step: step, ends: ends)
    }

    /// The distribution from a sample of the table.
    static func sampled(
        of column: BrowseColumn, _ query: BrowseQuery, percent: Double, ends: (first: String?, last: String?),
        _ line: ServerLine
    ) throws(ServerError) -> ValueSpread? {
        let rows = try line.rows(
            """
            SELECT border::text, filled, whole FROM (
              SELECT pg_catalog.percentile_disc(
                  ARRAY(SELECT g / \(Self.parts).0::float8 FROM generate_series(0, \(Self.parts)) AS g))
                  WITHIN GROUP (ORDER BY v\(column.collation)) AS borders,
                pg_catalog.count(v) AS filled, pg_catalog.count(*) AS whole
              FROM (
                SELECT \(column.expression) AS v FROM \(query.layout.source.quotedName) AS looked
                TABLESAMPLE SYSTEM (\(percent))) AS sample) AS parts, unnest(borders) WITH ORDINALITY AS b (border, place)
            ORDER BY place
            """)
        guard let filled = rows.first?.number(1), let whole = rows.first?.number(2), filled > 1 else { return nil }
        let step = Double(filled) / Double(whole) / Double(parts)
        var marks: [Mark] = []
        for text in rows.compactMap({ $0[0] }) {
            // A repeated value has as many records as lie in between.
            if marks.last?.text == text {
                marks[marks.count - 1].share += step
            } else {
                marks.append(Mark(text: text, share: 0, isBorder: true))
            }
        }
        return ValueSpread(marks, emptyShare: 1 - Double(filled) / Double(whole), step: step, ends: ends)
    }

    /// The number of equal parts that a sample is divided into.
    private static let parts = 500
}
