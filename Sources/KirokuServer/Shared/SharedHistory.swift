import FoundationEssentials
import KirokuCore

/// The history of a document on its server, for those who join later.
///
/// It begins with the document's own history. After that, the statement that enters an edit under its unique key also
/// records its changes, so this costs no additional statement or round trip; triggers record changes by other programs.
/// Only those who may read the whole table can read it, because it also contains deleted data.
enum SharedHistory {
    /// The number of steps that are kept at least; more are kept as long as they take less than a tenth of the table.
    static let stepLimit = 1_000
    /// With more records or bytes than this, a change by another program is only counted.
    private static let (recordLimit, byteLimit) = (1_000, 4 << 20)
    /// The longest name kept, in characters, and the longest text of an edit's changes, in bytes.
    static let (nameLimit, partsLimit) = (200, 16 << 20)

    // MARK: On the server

    /// The table.
    static func tables(_ home: String) -> String {
        """
        -- What was done to the records, for those who join later, and by which role, if that has not told it itself. It is
        -- shown to those who may read all of the table.
        CREATE TABLE \(home).history (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
          at double precision NOT NULL DEFAULT date_part('epoch', clock_timestamp()),
          person text NOT NULL, program text NOT NULL, who name DEFAULT session_user, size bigint NOT NULL, parts text,
          records json);
        ALTER TABLE \(home).history ENABLE ROW LEVEL SECURITY;
        CREATE POLICY readers ON \(home).history FOR SELECT USING (
          (SELECT has_table_privilege(d.relation, 'SELECT') AND NOT row_security_active(d.relation)
            FROM \(home).document d));
        """
    }

    /// The statements of `enter` that record an edit, so that the triggers need not.
    static func entry(_ home: String) -> String {
        """
        IF parts IS NOT NULL THEN
            INSERT INTO \(home).history (person, program, size, parts) VALUES (person, program, octet_length(parts), parts);
          END IF;
        """
    }

    /// The function with which triggers record changes by other programs, and the function that shows the history.
    ///
    /// The latter is not a view, because a view runs functions with the permissions of its reader.
    static func functions(_ home: String) -> String {
        """
        -- Writes down what others than Kiroku have done: records before and after, or only how many.
        CREATE FUNCTION \(home).tell(what text, total bigint, records json) RETURNS void LANGUAGE sql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          INSERT INTO \(home).history (person, program, size, parts, records)
            SELECT coalesce(k.person, session_user),
              coalesce(k.program, nullif(current_setting('application_name'), ''), 'PostgreSQL'),
              coalesce(octet_length(records::text), 0),
              CASE WHEN records IS NULL THEN json_build_array(json_build_object('what', what, 'count', total))::text END,
              records
            FROM (SELECT) one LEFT JOIN \(home).commits k ON k.xid = pg_current_xact_id() LIMIT 1
        $$;
        -- What was done, as far as it is kept, to those who may read all of the table.
        CREATE FUNCTION \(home).told() RETURNS SETOF \(home).history LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          SELECT h.* FROM \(home).history h WHERE (
            SELECT has_table_privilege(r.name, c.oid, 'SELECT') AND NOT (c.relrowsecurity AND NOT m.rolsuper
              AND NOT m.rolbypassrls AND (c.relforcerowsecurity OR NOT pg_has_role(m.oid, c.relowner, 'USAGE')))
            FROM (SELECT \(SharedScript.caller) AS name) r JOIN pg_roles m ON m.rolname = r.name,
              \(home).document d JOIN pg_class c ON c.oid = \(SharedTable.relation(home)))
            AND NOT coalesce(\(isOld(home)), false)
        $$;
        """
    }

    /// The part of a trigger that follows recording the keys.
    ///
    /// Errors in it do not keep others from writing.
    ///
    /// - Parameters:
    ///   - what: the kind of change.
    ///   - before: the SQL name of the old record; `nil` if it did not exist.
    ///   - after: the SQL name of the new record.
    ///   - rows: the source of the rows with these names; `nil` if the records are unknown.
    static func triggerBody(
        _ home: String, _ what: String, before: String?, after: String?, from rows: String?
    ) -> String {
        guard let rows else {
            return """
                IF edit.told IS NOT TRUE THEN
                    PERFORM \(home).tell('\(what)', 0, NULL);
                  END IF;
                """
        }
        let images = [before, after].map { name in
            name.map { "(SELECT json_object_agg(e.key, e.value) FROM json_each_text(to_json(\($0))) e)" } ?? "NULL"
        }
        return """
            GET DIAGNOSTICS total = ROW_COUNT;
              IF total > 0 AND edit.told IS NOT TRUE THEN
                IF total <= \(recordLimit) THEN
                  BEGIN
                    told := (SELECT json_agg(json_build_array(\(images.joined(separator: ",\n                      "))))
                      FROM \(rows));
                    IF octet_length(told::text) > \(byteLimit) THEN told := NULL; END IF;
                  EXCEPTION WHEN OTHERS THEN told := NULL;
                  END;
                END IF;
                PERFORM \(home).tell('\(what)', total, told);
              END IF;
            """
    }

    /// The condition that a row of the history is too old to be kept.
    private static func isOld(_ home: String) -> String {
        """
        number <= (SELECT o.number FROM \(home).history o ORDER BY o.number DESC LIMIT 1 OFFSET \(stepLimit))
            AND number <= (SELECT max(s.number) FROM (
              SELECT o.number, sum(least(o.size, 1000000000) + 100) OVER (ORDER BY o.number DESC) AS sum FROM \(home).history o) s
              WHERE s.sum > pg_table_size((SELECT d.relation FROM \(home).document d)) / 10)
        """
    }

    /// The number of the last step that is no longer kept; NULL if there is none.
    static func lastOld(_ home: String) -> String { "(SELECT max(number) FROM \(home).history WHERE \(isOld(home)))" }

    // MARK: Sharing

    /// Writes the history of a document that is being shared to the server.
    static func write(_ source: SharedLog.Source, _ home: String, _ line: ServerLine) throws(ServerError) {
        let log = try stored(SharedLog(source))
        // All of it comes from the person who shares the document, so the roles are unknown.
        try line.copyIn("COPY \(home).history (who, at, person, program, size, parts) FROM STDIN (FORMAT csv)") {
            () throws(ServerError) in
            guard !Task.isCancelled else { throw .cancelled }
            guard let steps = try stored(log.next()) else { return nil }
            var rows: [UInt8] = []
            for step in steps {
                let parts = step.text
                let cells = [
                    String(step.time.timeIntervalSince1970), step.author?.person ?? "", step.author?.program ?? "",
                    String(parts.utf8.count), parts,
                ]
                for cell in cells {
                    rows.append(UInt8(ascii: ","))
                    SharedRowText.append(cell, to: &rows)
                }
                rows.append(UInt8(ascii: "\n"))
            }
            return rows
        }
    }

    // MARK: Reading

    /// The largest number of steps read at once, and the number of bytes after which reading stops.
    static let (pageLimit, pageBytes) = (1_000, 1 << 20)

    /// A page of steps, the newest first.
    struct Page: Sendable {
        /// The steps, with their numbers on the server.
        var steps: [(number: Int64, step: SharedStep)] = []
        /// The number before which to continue; `nil` if there are no older steps.
        var next: Int64?
        /// When the oldest of all steps was made.
        var begin: Date?
    }

    /// The number of the newest step; `nil` if there is none, or if this user may not read it.
    static func newest(_ home: String, _ line: ServerLine) throws(ServerError) -> Int64? {
        guard try line.rows("SELECT \(mayRun(home))").first?.flag(0) == true else { return nil }
        let row = try line.rows("SELECT pg_catalog.max(number) FROM \(home).told()").first
        return row?.number(0).flatMap { $0 > 0 ? Int64($0) : nil }
    }

    private static func mayRun(_ home: String) -> String {
        "pg_catalog.has_function_privilege('\(home).told()', 'EXECUTE')"
    }

    /// Reads steps from before a copy joined, the newest first.
    ///
    /// The answer is untrusted: its amount, order and contents are checked.
    ///
    /// - Parameters:
    ///   - scope: what the steps are about; there may be others among them.
    ///   - earlier: the history that existed when the copy joined.
    ///   - number: the number before which to read.
    /// - Throws: ``StorageError/historyOnServer`` if the user may not read the whole table.
    static func page(
        _ layout: SharedLayout, _ names: ShownNames, _ line: ServerLine, of scope: HistoryScope,
        _ earlier: EarlierSteps, before number: Int64
    ) throws(ServerError) -> Page {
        let home = layout.home
        let isAllowed = try line.rows(
            """
            SELECT \(mayRun(home)) AND pg_catalog.has_table_privilege(d.relation, 'SELECT')
              AND NOT pg_catalog.row_security_active(d.relation) FROM \(home).document d
            """)
        guard isAllowed.first?.flag(0) == true else { throw .storage(.historyOnServer) }
        // Transactions under way at that time already had their numbers; no later one has a number that low.
        let sql = """
            COPY (WITH t AS MATERIALIZED (SELECT * FROM \(home).told() WHERE number <= \(earlier.last) AND xid NOT IN (
                SELECT pg_snapshot_xip(\(SQLText.literal(earlier.moment))::pg_snapshot)))
              SELECT b.at, s.number, s.oldest, s.at, s.person, s.who, s.program, s.parts, s.records
              FROM (SELECT min(at) AS at FROM t) b LEFT JOIN (
                SELECT *, min(number) OVER () AS oldest,
                  sum(least(size, 1000000000) + 100) OVER (ORDER BY number DESC) - least(size, 1000000000) - 100 AS ahead
                FROM t WHERE number < \(number) AND \(condition(scope)) ORDER BY number DESC LIMIT \(pageLimit)) s
                ON s.ahead < \(pageBytes)
              ORDER BY s.number DESC) TO STDOUT (FORMAT csv)
            """
        let reader = SharedStepReader(layout, names)
        var page = Page()
        var (last, count, bytes) = (number, 0, 0)
        try line.copy(sql) { (row) throws(ServerError) in
            (count, bytes) = (count + 1, bytes + row.count)
            guard count <= pageLimit, bytes <= line.limits.bytes else { return false }
            var cells = row[...]
            let begin = CopiedCells.first(of: &cells).flatMap(Double.init)
            page.begin = begin.flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0) : nil }
            guard let number = CopiedCells.first(of: &cells).flatMap({ Int64($0) }), number > 0, number < last,
                let oldest = CopiedCells.first(of: &cells).flatMap({ Int64($0) })
            else { return true }
            last = number
            page.next = oldest < number ? number : nil
            if let step = reader.step(cells) { page.steps.append((number, step)) }
            return true
        }
        return page
    }

    /// The condition that a step may be about something; a step that was only counted may be about anything.
    private static func condition(_ scope: HistoryScope) -> String {
        guard let mark = scope.mark else { return "true" }
        let images =
            switch scope {
            case .record(let record): "strpos(records::text, '\"\(record.rawValue)\"') > 0"
            case .field: "records IS NOT NULL OR strpos(parts, '\"fields\"') > 0"
            case .document: "true"
            }
        return "(strpos(parts, \(SQLText.literal(mark))) > 0 OR strpos(parts, '\"change\"') = 0 OR \(images))"
    }
}
