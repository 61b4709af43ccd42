import KirokuCore

/// Reads another program's table, and finds changes in it, inside a transaction with a consistent snapshot.
struct ForeignReader {
    let transaction: ServerTransaction
    private var line: ServerLine { transaction.line }

    /// - Parameters:
    ///   - choice: the table.
    ///   - base: the fields of the copy, without pending edits; `nil` for a new copy.
    ///   - state: what the copy knows of the table.
    ///   - lists: the values of other tables, if they were read recently.
    /// - Throws: ``ServerError``; also if the copy uses a key that the user has chosen and that no longer identifies
    ///   the records: the copy stays as it is then, until the key does again.
    func layout(
        of choice: TableChoice, base: Schema? = nil, _ state: ForeignState? = nil, lists: [Int: [ChoiceOption]]? = nil
    ) throws(ServerError) -> ForeignLayout {
        let references = lists.map { ReferenceReading.known($0) } ?? .read
        let table = try TableReader(transaction: transaction, references: references).table(choice)
        if state?.isKeyNamed == true, let failure = table.namedKey?.failure { throw .readOnly(table.name, failure) }
        return try ForeignLayout(table, in: transaction, base: base, state)
    }

    /// The number of rows in the table that can be kept, and of those that are too long.
    func count(_ layout: ForeignLayout) throws(ServerError) -> (held: Int, long: Int) {
        let isHeld = layout.isHeld(line.limits)
        let row = try line.rows(
            """
            SELECT count(*) FILTER (WHERE \(isHeld)), count(*) FILTER (WHERE NOT (\(isHeld)))
            FROM \(layout.source.quotedName)\(Self.condition(of: layout))
            """
        ).first
        return (row?.number(0) ?? 0, row?.number(1) ?? 0)
    }

    // MARK: Changes

    /// The buckets that differ from those here.
    ///
    /// - Parameter here: the digests of the non-empty buckets here.
    func differences(
        _ layout: ForeignLayout, from here: [Int: BucketDigest]
    ) throws(ServerError) -> BucketDifferences {
        try BucketDifferences(
            """
            SELECT b, count(*) FILTER (WHERE f), sum(m) FILTER (WHERE f), count(*) FILTER (WHERE NOT f)
            FROM (\(Self.rows(of: layout, cells: [], line.limits))) rows GROUP BY b
            """, here, line)
    }

    /// The keys of rows that are too long to be kept.
    ///
    /// - Parameter batch: the buckets to read; `nil` for all.
    func longKeys(_ layout: ForeignLayout, in batch: BucketDifferences.Batch?) throws(ServerError) -> Set<String> {
        let condition = batch.map { " AND " + $0.condition("b") } ?? ""
        let rows = try line.rows(
            """
            SELECT k FROM (\(Self.rows(of: layout, cells: [], line.limits))) rows WHERE NOT f\(condition)
            LIMIT \(line.limits.rows)
            """)
        return Set(rows.compactMap { $0[0] })
    }

    // MARK: Reading

    /// - Parameters:
    ///   - batch: the buckets to read; `nil` for all, in the order of their keys.
    ///   - progress: called with the number of rows read so far.
    func rows(
        _ layout: ForeignLayout, in batch: BucketDifferences.Batch?, _ limits: ServerLimits,
        progress: (Int) -> Void = { _ in }
    ) throws(ServerError) -> ForeignRows {
        let condition = batch.map { " AND " + $0.condition("b") }
        return try rows(layout, condition ?? Self.order(of: layout), limits, progress: progress)
    }

    /// The rows that a transaction has written, and that no one has changed since.
    func rows(
        _ layout: ForeignLayout, writtenBy transaction: String, _ limits: ServerLimits
    ) throws(ServerError) -> ForeignRows {
        guard layout.source.hasRowVersions, let number = UInt64(transaction) else { return ForeignRows(layout) }
        return try rows(layout, Self.order(of: layout), from: "xmin = '\(number % (1 << 32))'::xid", limits)
    }

    private func rows(
        _ layout: ForeignLayout, _ rest: String, from source: String = "", _ limits: ServerLimits,
        progress: (Int) -> Void = { _ in }
    ) throws(ServerError) -> ForeignRows {
        var rows = ForeignRows.Builder(layout)
        var bytes = 0
        try line.copy(Self.copyStatement(layout, rest, from: source, limits)) { (row) throws(ServerError) in
            guard rows.add(row) else { throw .unintelligible(server: line.plan.server) }
            bytes += row.count
            if rows.count.isMultiple(of: 1_000) { progress(rows.count) }
            guard rows.count <= limits.records, bytes <= limits.bytes else { throw .tooLargeToKeep(layout.source.name) }
            return true
        }
        return rows.taken()
    }

    // MARK: The first copy

    /// Copies all rows in the order of their keys, or those after the last one received.
    ///
    /// - Parameter progress: called with the progress.
    func copy(
        _ layout: ForeignLayout, _ limits: ServerLimits, into copy: PartialCopy, _ progress: (Double) -> Void
    ) throws(ServerError) {
        guard let before = copy.state?.copying else { return }
        let condition = before.last.map { layout.isBehind($0) } ?? ""
        var rows = ForeignRows.Builder(layout)
        var (count, bytes, unwritten) = (before.count, before.bytes, 0)
        func write() throws(ServerError) {
            let batch = rows.taken(after: count)
            guard let last = batch.keys.last else { return }
            try copy.add(batch, last: last.key, bytes: unwritten)
            (count, unwritten) = (count + batch.keys.count, 0)
            progress(min(Double(count) / Double(max(before.expected, 1)), 1))
        }
        try line.copy(Self.copyStatement(layout, Self.order(of: layout), from: condition, limits)) {
            (row) throws(ServerError) in
            guard rows.add(row) else { throw .unintelligible(server: line.plan.server) }
            (bytes, unwritten) = (bytes + row.count, unwritten + row.count)
            guard count + rows.count <= limits.records, bytes <= limits.bytes else {
                throw .tooLargeToKeep(layout.source.name)
            }
            if rows.count >= CopyBatch.rows || unwritten >= CopyBatch.bytes { try write() }
            return true
        }
        try write()
    }

    // MARK: Statements

    private static func copyStatement(
        _ layout: ForeignLayout, _ rest: String, from source: String, _ limits: ServerLimits
    ) -> String {
        let cells = layout.columns.map { layout.source.columns[$0] }
        let names = cells.indices.map { ", c\($0)" }.joined()
        return """
            COPY (SELECT b, m, k\(names) FROM (\(rows(of: layout, cells: cells, limits, source))) rows WHERE f\(rest)) \
            TO STDOUT (FORMAT csv)
            """
    }

    /// The condition for the rows to read.
    private static func condition(of layout: ForeignLayout, _ other: String = "") -> String {
        let conditions = [layout.conditionSQL, other.isEmpty ? nil : other].compactMap(\.self)
        return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private static func order(of layout: ForeignLayout) -> String {
        layout.hasKey ? " ORDER BY " + layout.identity.indices.map { "o\($0)" }.joined(separator: ", ") : ""
    }

    /// The rows with their buckets, marks and keys, and whether they are short enough to be kept.
    ///
    /// The columns get unique names, so that none is confused with a column of the table.
    private static func rows(
        of layout: ForeignLayout, cells: [ServerColumn], _ limits: ServerLimits, _ condition: String = ""
    ) -> String {
        let isHeld = layout.isHeld(limits)
        let table = layout.source.quotedName + Self.condition(of: layout, condition)
        let texts = cells.enumerated().map { ", \($1.readExpression) AS c\($0)" }.joined()
        let names = cells.indices.map { ", c\($0)" }.joined()
        let whole = "ROW(\(layout.source.columns.map(\.quotedName).joined(separator: ", ")))::text"
        let inner: String
        let mark: String
        if layout.hasKey {
            let version = layout.source.hasRowVersions ? "\(layout.keyExpression) || ' ' || xmin::text" : whole
            let order = layout.identity.enumerated().map { ", \($1.quotedName) AS o\($0)" }.joined()
            (inner, mark) = (
                "SELECT \(layout.keyExpression) AS k, \(version) AS x, \(isHeld) AS f\(order)\(texts) FROM \(table)",
                "x"
            )
        } else {
            // Equal rows are distinguished by a number; it does not matter which one has which.
            let hashes = [0, 1].map { "pg_catalog.hashtextextended(w, \($0))::text" }.joined(separator: " || ")
            inner = """
                SELECT \(hashes) || '#' || pg_catalog.row_number() OVER (PARTITION BY w) AS k, f\(names) \
                FROM (SELECT \(whole) COLLATE "C" AS w, \(isHeld) AS f\(texts) FROM \(table)) wholes
                """
            mark = "k"
        }
        let outer = (layout.hasKey ? layout.identity.indices.map { ", o\($0)" }.joined() : "") + names
        return """
            SELECT \(layout.bucketExpression("k")) AS b, \
            pg_catalog.hashtextextended(\(mark), 0) & \(ForeignRows.markMask) AS m, k, f\(outer) FROM (\(inner)) keyed
            """
    }
}

extension PartialCopy {
    fileprivate func add(_ rows: ForeignRows, last: String, bytes: Int) throws(ServerError) {
        do throws(StorageError) {
            try add(rows.table, keys: rows.numbered, last: last, bytes: bytes)
        } catch {
            throw .storage(error)
        }
    }
}
