/// Keeps Kiroku's own data on a server small.
///
/// The last change of a record takes one row, so there are as many rows as existing and deleted records. Of each copy,
/// the identities of the latest 1,000 edits are kept, as many as it asks about. Each edit removes older ones, and an
/// edit with a number that old is refused, because it could be made twice. So only deleted records and steps of the
/// history need to be removed, once an hour, in batches.
///
/// The transaction up to which deleted records were removed is recorded; copies that may not have seen everything up to
/// it compare the whole table.
enum SharedPruning {
    /// The number of edits of each copy that are kept at least.
    static let edits: Int64 = 1_000

    /// The table with these limits, which the document's owner may change.
    static func table(_ home: String) -> String {
        """
        -- How long it is known which records were deleted; how often is looked for old ones, and how many are removed at a time.
        -- Up to which transaction they are removed, and which step of the history is the last to be removed.
        CREATE TABLE \(home).keeping (one boolean PRIMARY KEY DEFAULT true CHECK (one), age interval NOT NULL DEFAULT '30 days',
          pause interval NOT NULL DEFAULT '1 hour', batch bigint NOT NULL DEFAULT 5000, forgotten xid8 NOT NULL DEFAULT '0',
          step bigint, at timestamptz);
        INSERT INTO \(home).keeping DEFAULT VALUES;
        """
    }

    /// The function that removes a batch, and returns whether there is more.
    ///
    /// It locks nothing that an edit needs, and skips what others have locked.
    static func function(_ home: String) -> String {
        """
        -- Removes what is old, some at a time; true if there is more.
        CREATE FUNCTION \(home).prune() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          present timestamptz := clock_timestamp();
          rule \(home).keeping;
          removed bigint;
          last xid8;
        BEGIN
          IF \(home).may('write') IS NOT TRUE THEN RETURN false; END IF;
          PERFORM FROM \(home).keeping k WHERE k.at BETWEEN present - k.pause AND present;
          IF FOUND THEN RETURN false; END IF;
          -- Whoever comes while another is at it has nothing to do.
          SELECT k.* INTO rule FROM \(home).keeping k FOR UPDATE SKIP LOCKED;
          IF NOT FOUND OR rule.at BETWEEN present - rule.pause AND present THEN RETURN false; END IF;
          WITH gone AS (
            DELETE FROM \(home).changes WHERE ctid = ANY (ARRAY(SELECT c.ctid FROM \(home).changes c
              WHERE c.op = 'D' AND c.at < present - rule.age ORDER BY c.at LIMIT rule.batch FOR UPDATE SKIP LOCKED))
            RETURNING xid
          )
          SELECT count(*), (array_agg(g.xid ORDER BY g.xid DESC))[1] INTO removed, last FROM gone g;
          IF last > rule.forgotten THEN UPDATE \(home).keeping SET forgotten = last; END IF;
          IF removed = rule.batch THEN RETURN true; END IF;
          rule.step := coalesce(rule.step, \(SharedHistory.lastOld(home)));
          DELETE FROM \(home).history WHERE number IN (
            SELECT h.number FROM \(home).history h WHERE h.number <= rule.step ORDER BY h.number LIMIT rule.batch);
          GET DIAGNOSTICS removed = ROW_COUNT;
          IF removed = rule.batch THEN
            UPDATE \(home).keeping SET step = rule.step;
            RETURN true;
          END IF;
          UPDATE \(home).keeping SET step = NULL, at = clock_timestamp();
          RETURN false;
        END $$;
        """
    }

    /// The end of the function that begins an edit: removes old edits, after which it is unknown whether an older one
    /// was made.
    ///
    /// Other roles could claim any identity, so only edits of the same role count.
    static func commits(_ home: String) -> String {
        """
        IF EXISTS (SELECT FROM \(home).commits c
            WHERE c.desk = enter.desk AND c.n >= enter.n + \(edits) AND c.who = session_user) THEN
            RAISE EXCEPTION 'it is too long ago to know whether this edit was made' USING ERRCODE = 'KR005';
          END IF;
          IF enter.n % 100 = 0 THEN
            DELETE FROM \(home).commits c
              WHERE c.desk = enter.desk AND c.n <= enter.n - \(edits) AND c.who = session_user;
          END IF;
        """
    }

    /// The statement for the number up to which edits of a copy may have been removed; the copy is its parameter.
    static func lastUnknown(_ home: String) -> String {
        "SELECT max(n) - \(edits) FROM \(home).commits WHERE desk = $1::uuid AND who = session_user"
    }
}
