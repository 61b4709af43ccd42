import KirokuCore

/// The statements that create the objects of a document on a server.
///
/// The records are in a table with the document's name and a typed column for each field, for every program to read and
/// write. Kiroku's own data is in a separate schema. Triggers record which records are changed, so that changes by
/// other programs are noticed, too.
struct SharedScript {
    private let layout: SharedLayout
    private let name: String
    /// The roles that may use the document, besides its owner.
    private let roles: [String]

    /// - Parameters:
    ///   - layout: the layout, with the fields of the document.
    ///   - name: the document's name.
    ///   - roles: the roles that may use the document as well.
    init(_ layout: SharedLayout, name: String, roles: [String]) {
        self.layout = layout
        self.name = name
        self.roles = roles
    }

    /// All statements, with comments for people.
    var text: String {
        [table, home, functions, triggers, Self.rights(layout, roles)].filter { !$0.isEmpty }.joined(separator: "\n\n")
            + "\n"
    }

    private typealias Own = SharedLayout.Own
    private var home: String {
        """
        -- What Kiroku needs to keep several copies in step.
        CREATE TABLE \(layout.home).document (id uuid PRIMARY KEY, name text NOT NULL, relation regclass NOT NULL,
          format integer NOT NULL, fields bigint NOT NULL, next_field bigint NOT NULL);
        CREATE TABLE \(layout.home).fields (id bigint PRIMARY KEY, place integer NOT NULL, attnum smallint NOT NULL,
          name text NOT NULL, type text NOT NULL, initial text, picture boolean NOT NULL, format text, source text,
          rules text, options text);
        CREATE TABLE \(layout.home).commits (id uuid PRIMARY KEY, desk uuid NOT NULL, n bigint NOT NULL,
          xid xid8 NOT NULL DEFAULT pg_current_xact_id(), person text NOT NULL, program text NOT NULL,
          who name NOT NULL DEFAULT session_user, typed timestamptz, at timestamptz NOT NULL DEFAULT clock_timestamp(),
          told boolean NOT NULL DEFAULT false, UNIQUE (desk, n));
        CREATE INDEX ON \(layout.home).commits (xid);
        -- What was done last to each record that was changed or deleted since it is here, and by whom; 0 is all of them.
        CREATE TABLE \(layout.home).changes (key bigint PRIMARY KEY, xid xid8 NOT NULL, op "char" NOT NULL, who name NOT NULL,
          desk uuid, person text, program text NOT NULL, at timestamptz NOT NULL);
        CREATE INDEX ON \(layout.home).changes (xid);
        CREATE INDEX ON \(layout.home).changes (at) WHERE op = 'D';
        CREATE TABLE \(layout.home).pictures (name text PRIMARY KEY CHECK (octet_length(name) <= 1024),
          hash text NOT NULL UNIQUE, bytes bytea NOT NULL, xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
          CHECK (hash = encode(sha256(bytes), 'hex')));
        CREATE INDEX ON \(layout.home).pictures (xid);
        \(SharedPruning.table(layout.home))
        \(SharedHistory.tables(layout.home))
        -- Emptied when the server has not ended in order: the numbers of transactions may then be given out again.
        CREATE UNLOGGED TABLE \(layout.home).past (one boolean PRIMARY KEY DEFAULT true CHECK (one),
          id uuid NOT NULL DEFAULT gen_random_uuid());
        -- Who has the document open; nothing is lost with it.
        CREATE UNLOGGED TABLE \(layout.home).present (desk uuid PRIMARY KEY, person text NOT NULL,
          who name NOT NULL DEFAULT session_user, pid integer NOT NULL DEFAULT pg_backend_pid(), record bigint, field bigint,
          at timestamptz NOT NULL DEFAULT now());
        INSERT INTO \(layout.home).document VALUES (\(SQLText.literal(layout.document)), \(SQLText.literal(name)),
          \(SQLText.literal(layout.table)), \(SharedLayout.format), 1, \(layout.fields.nextFieldID.rawValue));
        \(Self.fieldRows(layout).joined(separator: "\n"))
        """
    }

    private var table: String {
        let columns = layout.fields.fields.indices.map {
            "  \(layout.columns[$0]) \(layout.fields[$0].type.databaseType),\n"
        }
        return """
            CREATE SCHEMA \(layout.home);
            CREATE SEQUENCE \(layout.home).counter;
            -- A number for a record that another program puts in: the time, one of eight desks, a counter.
            CREATE FUNCTION \(layout.home).new_record() RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
              SET search_path = pg_catalog, pg_temp AS $$
              SELECT (greatest(extract(epoch FROM clock_timestamp() - '2020-01-01 00:00:00+00'::timestamptz) * 100, 1)::bigint << 25)
                | (\(Int.random(in: 0..<2_048))::bigint << 14) | (nextval('\(layout.home).counter') & 16383)
            $$;
            -- The records. A text that does not fit its column is in \(Own.texts), and so is a value that is less precise.
            CREATE TABLE \(layout.table) (
            \(columns.joined())  \(Own.record) bigint PRIMARY KEY DEFAULT \(layout.home).new_record()
                CHECK (\(Own.record) BETWEEN 1 AND \(RecordID.range.upperBound)),
              \(Own.after) bigint, \(Own.step) bigint CHECK ((\(Own.after) IS NULL) = (\(Own.step) IS NULL)),
              \(Own.texts) jsonb
            );
            -- By these marks the columns are known, whatever other programs call them, and also in a restored dump.
            \(Self.marks(layout).joined(separator: "\n"))
            """
    }

    /// The statements that mark the columns of fields that have no mark yet.
    static func marks(_ layout: SharedLayout) -> [String] {
        layout.fields.fields.indices.compactMap { index in
            let comment = layout.comments.indices.contains(index) ? layout.comments[index] : nil
            let marked = FieldColumns.comment(layout.fields[index].id, besides: comment)
            guard marked != comment else { return nil }
            return "COMMENT ON COLUMN \(layout.table).\(layout.columns[index]) IS \(SQLText.literal(marked));"
        }
    }

    private var functions: String {
        """
        -- Whether whoever has connected may read something of the records, change something of them, or owns them.
        CREATE FUNCTION \(layout.home).may(deed text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          SELECT CASE deed
            WHEN 'read' THEN has_any_column_privilege(r.name, c.oid, 'SELECT')
            WHEN 'write' THEN has_any_column_privilege(r.name, c.oid, 'INSERT, UPDATE')
              OR has_table_privilege(r.name, c.oid, 'DELETE')
            WHEN 'own' THEN pg_has_role(r.name, c.relowner, 'USAGE')
          END FROM (SELECT \(Self.caller) AS name) r, \(layout.home).document d
            JOIN pg_class c ON c.oid = \(SharedTable.relation(layout.home))
        $$;
        -- Begins an edit; each is carried out once, however often it is sent.
        CREATE FUNCTION \(layout.home).enter(id uuid, desk uuid, n bigint, version bigint, earlier uuid, is_of_fields boolean,
          person text, program text, typed timestamptz, parts text DEFAULT NULL) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
          IF \(layout.home).may(CASE WHEN is_of_fields THEN 'own' ELSE 'write' END) IS NOT TRUE THEN
            RAISE EXCEPTION 'permission denied for table %', (SELECT d.relation FROM \(layout.home).document d)
              USING ERRCODE = 'insufficient_privilege';
          END IF;
          -- Those who edit hold the table of the fields together, and keep off who changes the fields; a row would have to
          -- note each of them.
          IF is_of_fields THEN
            LOCK TABLE \(layout.home).fields IN EXCLUSIVE MODE;
          ELSE
            LOCK TABLE \(layout.home).fields IN ROW SHARE MODE;
          END IF;
          PERFORM FROM \(layout.home).document d WHERE d.fields = version;
          IF NOT FOUND THEN RAISE EXCEPTION 'the fields are others' USING ERRCODE = 'KR002'; END IF;
          IF earlier IS NOT NULL AND NOT EXISTS (SELECT FROM \(layout.home).commits c WHERE c.id = earlier) THEN
            RAISE EXCEPTION 'an earlier edit is missing' USING ERRCODE = 'KR004';
          END IF;
          -- What is said of it may be anything.
          person := left(person, \(SharedHistory.nameLimit));
          program := left(program, \(SharedHistory.nameLimit));
          IF octet_length(parts) > \(SharedHistory.partsLimit) THEN parts := NULL; END IF;
          INSERT INTO \(layout.home).commits (id, desk, n, person, program, typed, told)
            VALUES (id, desk, n, person, program, typed, parts IS NOT NULL) ON CONFLICT ON CONSTRAINT commits_pkey DO NOTHING;
          IF NOT FOUND THEN RAISE EXCEPTION 'this edit is known' USING ERRCODE = 'KR003'; END IF;
          \(SharedPruning.commits(layout.home))
          \(SharedHistory.entry(layout.home))
        END $$;
        -- Keeps a picture; false if there is one with its name, or the same by another name.
        CREATE FUNCTION \(layout.home).add_picture(name text, bytes bytea) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
          IF \(layout.home).may('write') IS NOT TRUE THEN
            RAISE EXCEPTION 'permission denied for pictures' USING ERRCODE = 'insufficient_privilege';
          END IF;
          INSERT INTO \(layout.home).pictures (name, hash, bytes) VALUES (name, encode(sha256(bytes), 'hex'), bytes)
            ON CONFLICT DO NOTHING;
          RETURN FOUND;
        END $$;
        -- See to it that the server's past has a name.
        CREATE FUNCTION \(layout.home).name_past() RETURNS void LANGUAGE sql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
          INSERT INTO \(layout.home).past (one) SELECT true
            WHERE NOT EXISTS (SELECT FROM \(layout.home).past) AND \(layout.home).may('read') ON CONFLICT DO NOTHING
        $$;
        -- Says who has the document open, and where; all say that of themselves only, once for each connection.
        CREATE FUNCTION \(layout.home).be_here(desk uuid, person text, record bigint, field bigint) RETURNS void
          LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
          DELETE FROM \(layout.home).present p WHERE p.desk <> be_here.desk AND (
            p.pid = pg_backend_pid() AND p.who = session_user
            OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = p.pid AND a.usename = p.who));
          INSERT INTO \(layout.home).present AS p (desk, person, record, field)
            SELECT be_here.desk, left(be_here.person, \(SharedHistory.nameLimit)), be_here.record, be_here.field
            WHERE \(layout.home).may('read')
            ON CONFLICT ON CONSTRAINT present_pkey DO UPDATE SET person = EXCLUDED.person, pid = EXCLUDED.pid,
              who = EXCLUDED.who, record = EXCLUDED.record, field = EXCLUDED.field, at = EXCLUDED.at
              WHERE p.who = session_user
                OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = p.pid AND a.usename = p.who)
        $$;
        \(SharedPruning.function(layout.home))
        \(SharedHistory.functions(layout.home))
        \(trigger("insert", "SELECT 'I'::\"char\" AS op, n.\(Own.record) AS key FROM n", triggerBody("add", nil, "n", from: "n")))
        \(trigger("delete", "SELECT 'D'::\"char\" AS op, o.\(Own.record) AS key FROM o", triggerBody("delete", "o", nil, from: "o")))
        \(trigger(
            "update",
            """
            SELECT CASE WHEN n.\(Own.record) IS NULL THEN 'D' WHEN o.\(Own.record) IS NULL THEN 'I' ELSE 'U' END::"char"
                AS op, coalesce(n.\(Own.record), o.\(Own.record)) AS key
              FROM \(Self.updated)
            """, triggerBody("set", "o", "n", from: Self.updated)))
        \(trigger("truncate", "SELECT 'T'::\"char\" AS op, 0::bigint AS key", triggerBody("unknown", nil, nil, from: nil)))
        """
    }

    /// The records before and after an update.
    private static let updated = """
        o FULL JOIN n ON n.\(Own.record) = o.\(Own.record)
              WHERE o.\(Own.record) IS NULL OR n.\(Own.record) IS NULL OR o *<> n
        """

    private func triggerBody(_ what: String, _ before: String?, _ after: String?, from rows: String?) -> String {
        SharedHistory.triggerBody(layout.home, what, before: before, after: after, from: rows)
    }

    private func trigger(_ event: String, _ rows: String, _ triggerBody: String) -> String {
        """
        CREATE FUNCTION \(layout.home).note_\(event)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
          SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
          total bigint;
          told json;
          edit \(layout.home).commits;
        BEGIN
          -- Only who owns this may keep it from being noted.
          IF current_setting('kiroku.quiet', true) = 'on' AND pg_has_role(session_user, current_user, 'MEMBER') THEN
            RETURN NULL;
          END IF;
          SELECT k.* INTO edit FROM \(layout.home).commits k WHERE k.xid = pg_current_xact_id() ORDER BY k.at DESC LIMIT 1;
          INSERT INTO \(layout.home).changes (key, xid, op, who, desk, person, program, at)
            SELECT r.key, pg_current_xact_id(), r.op, session_user, edit.desk, edit.person,
              coalesce(edit.program, current_setting('application_name')), clock_timestamp()
            FROM (\(rows)) r ORDER BY r.key
            ON CONFLICT ON CONSTRAINT changes_pkey DO UPDATE SET xid = EXCLUDED.xid, op = EXCLUDED.op, who = EXCLUDED.who,
              desk = EXCLUDED.desk, person = EXCLUDED.person, program = EXCLUDED.program, at = EXCLUDED.at;
          \(triggerBody)
          RETURN NULL;
        END $$;
        """
    }

    private var triggers: String { Self.triggers(Self.events, layout).joined(separator: "\n") }

    /// The recorded events.
    static let events = ["insert", "update", "delete", "truncate"]

    /// The statements that create the triggers for some ``events``.
    static func triggers(_ events: [String], _ layout: SharedLayout) -> [String] {
        let tables = [
            "insert": " REFERENCING NEW TABLE AS n", "delete": " REFERENCING OLD TABLE AS o",
            "update": " REFERENCING OLD TABLE AS o NEW TABLE AS n",
        ]
        return events.map { event in
            """
            CREATE TRIGGER kiroku_\(event) AFTER \(event.uppercased()) ON \(layout.table)\(tables[event] ?? "") \
            FOR EACH STATEMENT EXECUTE FUNCTION \(layout.home).note_\(event)();
            """
        }
    }

    /// The caller of a function that runs with its owner's permissions: the role that logged in, or that was set since.
    static let caller = """
        CASE current_setting('role') WHEN 'none' THEN session_user ELSE current_setting('role')::name END
        """

    /// The permissions for other roles than the owner; only the owner of the table can change fields.
    ///
    /// By default, everyone may call functions, which is revoked. One remains public, because inserting a record into
    /// the table calls it.
    ///
    /// - Parameter tableRights: the permissions for the records.
    static func rights(
        _ layout: SharedLayout, _ roles: [String], _ tableRights: String = "SELECT, INSERT, UPDATE, DELETE"
    ) -> String {
        let functions = ["enter", "add_picture", "name_past", "be_here", "prune", "told"]
        let own = """
            REVOKE ALL ON ALL FUNCTIONS IN SCHEMA \(layout.home) FROM PUBLIC;
            GRANT EXECUTE ON FUNCTION \(layout.home).new_record TO PUBLIC;
            """
        guard !roles.isEmpty else { return own }
        let names = roles.map { $0 == "PUBLIC" ? $0 : SQLText.name($0) }.joined(separator: ", ")
        return own + """

            GRANT USAGE ON SCHEMA \(layout.home) TO \(names);
            GRANT SELECT ON ALL TABLES IN SCHEMA \(layout.home) TO \(names);
            GRANT EXECUTE ON FUNCTION \(functions.map { "\(layout.home).\($0)" }.joined(separator: ", ")) TO \(names);
            GRANT \(tableRights) ON \(layout.table) TO \(names);
            """
    }

    /// Fills the empty list of fields.
    static func fieldRows(_ layout: SharedLayout) -> [String] {
        layout.fields.fields.indices.map { index in
            let field = StoredField(layout.fields[index])
            let texts = [field.name, field.type, field.initial].map(SQLText.literal)
            let more = [field.format, field.source, field.rules, field.options].map(SQLText.literal)
            return """
                INSERT INTO \(layout.home).fields SELECT \(field.id), \(index), attnum, \(texts.joined(separator: ", ")), \
                \(field.isPicture), \(more.joined(separator: ", ")) FROM pg_attribute \
                WHERE attrelid = \(SQLText.literal(layout.table))::regclass AND \
                attname = \(SQLText.literal(SQLText.unquoted(layout.columns[index])));
                """
        }
    }
}
