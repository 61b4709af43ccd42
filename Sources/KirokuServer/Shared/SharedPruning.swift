/// What keeps small what is beside the records on a server.
///
/// What was done last to a record is in one row, so there are as many of these as records, and those that were deleted. Of each
/// copy, the latest 1,000 edits are known by their identities, as many as it asks about; each edit removes earlier ones, and
/// none that has a number from so long before is begun, because it could take effect twice. So all that is to be removed is
/// deleted records and steps of the history, once an hour, some at a time.
///
/// Up to which transaction deleted records were removed is written down: whoever may not have seen all up to there compares
/// the table as a whole.
enum SharedPruning {
    /// How many edits of each copy are known, at least.
    static let edits: Int64 = 1_000

    /// The table that says what is kept, and may be changed by the document's owner.
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

    /// The function that removes a part of it, and says whether there is more.
    ///
    /// It locks nothing that an edit needs, and leaves alone what others have locked.
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

    /// The rest of the function that begins an edit: earlier ones go, and it is not known any more whether one from before
    /// these was made.
    ///
    /// Other roles may say what they like of themselves, so only edits of the same role count.
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

    /// The statement for the number up to which edits of a copy, its parameter, may be removed.
    static func lastUnknown(_ home: String) -> String {
        "SELECT max(n) - \(edits) FROM \(home).commits WHERE desk = $1::uuid AND who = session_user"
    }
}
