/// What removes from a document's schema on a server that nobody asks for any more: changes that all have read who have
/// been there lately, and edits that no copy is likely to ask about again.
///
/// The numbers of transactions say what is old, not clocks. Once a day a *mark* is made: a transaction of its own, with the
/// number below which all had ended. Whoever sees the mark has seen all of these. So when a mark is old, the changes
/// before it can go, and in their place there is one of the kind “emptied” with the mark's number: it is news exactly to
/// those who may have missed something, who then read the table as a whole, as every version of Kiroku does.
///
/// Each copy asks about the latest 1,000 edits that it has sent, so these stay, however old they are. For each copy it is
/// noted how far they are gone: an edit from before then must not be taken for a new one, because it could take effect
/// twice.
enum SharedPruning {
    /// The tables for it; the first one says what is kept, and may be changed by the document's owner.
    static func tables(_ home: String) -> String {
        """
        -- How long changes and edits are kept, besides the latest edits of each copy; how often is looked for old ones.
        CREATE TABLE \(home).keeping (one boolean PRIMARY KEY DEFAULT true CHECK (one), age interval NOT NULL DEFAULT '30 days',
          edits bigint NOT NULL DEFAULT 1000, pause interval NOT NULL DEFAULT '1 day', batch bigint NOT NULL DEFAULT 5000,
          seen xid8 NOT NULL DEFAULT '0', at timestamptz);
        INSERT INTO \(home).keeping DEFAULT VALUES;
        CREATE TABLE \(home).marks (xid xid8 PRIMARY KEY DEFAULT pg_current_xact_id(), ended xid8 NOT NULL,
          system bigint NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
        CREATE TABLE \(home).pruned (desk uuid PRIMARY KEY, n bigint NOT NULL);
        """
    }

    /// The function that removes a part of it, and says whether there is more.
    ///
    /// It locks nothing that an edit needs, and leaves alone what others have locked. A dump that was put back on another
    /// server brings marks that mean nothing there.
    static func function(_ home: String) -> String {
        """
        -- Removes old changes and edits, some at a time; true if there are more.
        CREATE FUNCTION \(home).prune() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          present timestamptz := clock_timestamp();
          server bigint := (SELECT c.system_identifier FROM pg_control_system() c);
          rule \(home).keeping;
          bound \(home).marks;
          removed bigint := 0;
          looked bigint := 0;
          last xid8;
        BEGIN
          IF \(home).may('write') IS NOT TRUE THEN RETURN false; END IF;
          PERFORM FROM \(home).keeping k WHERE k.at BETWEEN present - k.pause AND present;
          IF FOUND THEN RETURN false; END IF;
          -- Whoever comes while another is at it has nothing to do.
          SELECT k.* INTO rule FROM \(home).keeping k FOR UPDATE SKIP LOCKED;
          IF NOT FOUND OR rule.at BETWEEN present - rule.pause AND present THEN RETURN false; END IF;
          DELETE FROM \(home).marks m WHERE m.system <> server;
          INSERT INTO \(home).marks (ended, system) SELECT pg_snapshot_xmin(pg_current_snapshot()), server
            WHERE NOT EXISTS (SELECT FROM \(home).marks m WHERE m.at > rule.at);
          SELECT m.* INTO bound FROM \(home).marks m WHERE m.at < present - rule.age ORDER BY m.xid DESC LIMIT 1;
          IF FOUND THEN
            DELETE FROM \(home).marks m WHERE m.xid < bound.xid;
            -- What tells those who may have missed something; nobody has done it.
            INSERT INTO \(home).changes (xid, op, who, program) SELECT bound.xid, 'T', '', ''
              WHERE EXISTS (SELECT FROM \(home).changes c WHERE c.xid < bound.ended AND c.who <> '')
                AND NOT EXISTS (SELECT FROM \(home).changes c WHERE c.xid = bound.xid AND c.op = 'T');
            DELETE FROM \(home).changes
              WHERE EXISTS (SELECT FROM \(home).changes c WHERE c.xid = bound.xid AND c.op = 'T')
                AND ctid = ANY (ARRAY(SELECT c.ctid FROM \(home).changes c WHERE c.xid < bound.ended
                  ORDER BY c.xid LIMIT rule.batch FOR UPDATE SKIP LOCKED));
            GET DIAGNOSTICS removed = ROW_COUNT;
            WITH old AS (
              SELECT c.ctid AS place, c.desk, c.n, c.xid FROM \(home).commits c
              WHERE c.xid > rule.seen AND c.xid < bound.ended ORDER BY c.xid LIMIT rule.batch
            ), gone AS (
              DELETE FROM \(home).commits WHERE ctid = ANY (ARRAY(SELECT c.ctid FROM \(home).commits c
                WHERE c.ctid = ANY (ARRAY(SELECT o.place FROM old o WHERE o.n <= -rule.edits +
                  (SELECT max(m.n) FROM \(home).commits m WHERE m.desk = o.desk))) FOR UPDATE SKIP LOCKED))
              RETURNING commits.desk, commits.n
            ), noted AS (
              INSERT INTO \(home).pruned AS p SELECT g.desk, max(g.n) FROM gone g GROUP BY g.desk
              ON CONFLICT ON CONSTRAINT pruned_pkey DO UPDATE SET n = greatest(p.n, EXCLUDED.n)
            )
            SELECT count(*), (array_agg(o.xid ORDER BY o.xid DESC))[1] INTO looked, last FROM old o;
          END IF;
          IF rule.batch IN (removed, looked) THEN
            UPDATE \(home).keeping SET seen = coalesce(last, seen);
            RETURN true;
          END IF;
          \(SharedHistory.pruning(home))
          UPDATE \(home).keeping SET seen = '0', at = clock_timestamp();
          RETURN false;
        END $$;
        """
    }

    /// The rest of the function that begins an edit: it is not known any more whether the edit was made before.
    ///
    /// It comes after the edit was put under its unique key, which waits for whoever is removing the same one.
    static func check(_ home: String) -> String {
        """
        IF EXISTS (SELECT FROM \(home).pruned p WHERE p.desk = enter.desk AND p.n >= enter.n) THEN
            RAISE EXCEPTION 'it is too long ago to know whether this edit was made' USING ERRCODE = 'KR005';
          END IF;
        """
    }
}
