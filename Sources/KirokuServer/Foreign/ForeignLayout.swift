import KirokuCore

/// Another program's table as a copy sees it: the fields of the copy, and their columns.
struct ForeignLayout: Sendable {
    let source: ServerTable
    /// The fields of the copy.
    ///
    /// Their order and display settings are the copy's own; their names, types and rules are the table's.
    let fields: Schema
    /// The indexes of the fields' columns among those of ``source``.
    let columns: [Int]
    /// The same columns, as stored in the document's file.
    let known: [Int: ForeignState.Column]
    /// Why records cannot be edited; `nil` if they can.
    let readOnlyReason: ReadOnlyReason?
    /// The time zone in which moments are read and written.
    let zone: String
    /// The encoding of texts on the connection.
    let encoding: String
    /// A number that changes when the table's structure changes.
    let version: Int
    /// The number of buckets of its rows: a power of two.
    var buckets: Int
    /// Which of its records the copy has, also in SQL; `nil` for all.
    private(set) var condition: Condition?
    private(set) var conditionSQL: String?

    /// - Parameters:
    ///   - source: the table as it is on the server.
    ///   - base: the fields of the copy, without pending edits; `nil` for a new copy.
    ///   - state: what the copy knows of the table.
    init(
        _ source: ServerTable, in transaction: ServerTransaction, base: Schema?, _ state: ForeignState?
    ) throws(ServerError) {
        self.source = source
        (zone, encoding) = (transaction.zone, transaction.line.encoding)
        buckets = state?.buckets ?? 1
        readOnlyReason = Self.reason(source)
        var (fields, columns): ([FieldDefinition], [Int]) = ([], [])
        var rest = Array(source.columns.indices)
        var next = base?.nextFieldID ?? FieldID(rawValue: 1)
        func add(_ column: Int) throws(ServerError) {
            let new = source.schema[column]
            do throws(TableError) {
                let field = try FieldDefinition(
                    id: next, name: new.name, type: new.type, initialValue: new.initialValue)
                fields.append(field.with(new.rules).with(new.options))
            } catch {
                throw .unintelligible(server: transaction.line.plan.server)
            }
            columns.append(column)
            next = FieldID(rawValue: next.rawValue + 1)
        }
        for field in base?.fields ?? [] {
            guard let known = state?.columns[field.id.rawValue],
                let index = rest.firstIndex(where: { Self.isSame(source, $0, known, state) })
            else { continue }
            let column = rest.remove(at: index)
            // With another type, it is another field in the same place.
            guard source.schema[column].type == field.type else {
                try add(column)
                continue
            }
            fields.append(Self.kept(field, as: source.schema[column], known))
            columns.append(column)
        }
        for column in rest { try add(column) }
        do throws(TableError) {
            self.fields = try Schema(fields: fields, nextFieldID: next)
        } catch {
            throw .unintelligible(server: transaction.line.plan.server)
        }
        self.columns = columns
        let pairs = zip(fields, columns).map { field, column in
            let (known, initial) = (source.columns[column], source.schema[column].initialValue)
            let kept = ForeignState.Column(number: known.number, name: known.name, initial: initial.plainText)
            return (field.id.rawValue, kept)
        }
        known = Dictionary(uniqueKeysWithValues: pairs)
        version = Self.version(source, zone)
        if let condition = state?.condition { try narrow(to: condition) }
    }

    /// Limits the copy to records that meet a condition.
    mutating func narrow(to condition: Condition) throws(ServerError) {
        do throws(ForeignCondition.Untranslatable) {
            (conditionSQL, self.condition) = (try ForeignCondition(self).sql(condition), condition)
        } catch {
            throw .unusableCondition(reason: error.sentence)
        }
    }

    /// Whether a column is a known one: by its number, or by its name if the table was recreated.
    private static func isSame(
        _ source: ServerTable, _ column: Int, _ known: ForeignState.Column, _ state: ForeignState?
    ) -> Bool {
        state?.relation == source.relation
            ? source.columns[column].number == known.number : source.columns[column].name == known.name
    }

    /// A field of the copy, updated from the table.
    ///
    /// Its initial value is that of the table, unless the user has set another one here.
    private static func kept(
        _ field: FieldDefinition, as column: FieldDefinition, _ known: ForeignState.Column
    ) -> FieldDefinition {
        var kept = field.with(column.rules).with(column.options)
        kept.name = column.name
        return field.initialValue.plainText == known.initial ? kept.with(initialValue: column.initialValue) : kept
    }

    private static func reason(_ source: ServerTable) -> ReadOnlyReason? {
        switch source.readOnlyReason {
        // Rows are not identified by the fields' text here.
        case .zonedKey: nil
        case nil where source.hasChildren: .noIdentity
        case let reason: reason
        }
    }

    /// Whether a key identifies the rows, not their complete contents.
    var hasKey: Bool { !source.identity.isEmpty && !source.hasChildren }

    /// Whether that is a named key, which nothing keeps unique.
    var isKeyNamed: Bool { source.namedKey?.failure == nil && source.namedKey != nil }

    /// A number for the structure of the table.
    private static func version(_ source: ServerTable, _ zone: String) -> Int {
        let text = """
            \(source.relation) \(source.fullName) \(source.identity) \(source.hasRowVersions) \(source.hasChildren) \
            \(source.hidesRecords) \(source.canDelete) \(String(describing: source.readOnlyReason)) \(zone) \(source.columns) \
            \(source.schema.fields.map { $0.rules.isAmongOptions ? $0.with([ChoiceOption]()) : $0 })
            """
        return Int(truncatingIfNeeded: text.lastingHash >> 1)
    }

    // MARK: Keys

    /// The columns that identify the rows.
    var identity: [ServerColumn] { hasKey ? source.identity.map { source.columns[$0] } : [] }

    /// The key of a row, as the text stored in the file.
    var keyExpression: String {
        let texts = identity.map(\.keyText)
        return texts.count == 1 ? texts[0] : "pg_catalog.json_build_array(\(texts.joined(separator: ", ")))::text"
    }

    /// The condition that a row comes after the one with a key, in the order of keys.
    func isBehind(_ key: String) -> String {
        guard let parts = KeyText.parts(of: key, count: identity.count) else { return "false" }
        let values = zip(identity, parts).map { $0.keyValue(SQLText.literal($1)) }
        return "(\(identity.map(\.quotedName).joined(separator: ", "))) > (\(values.joined(separator: ", ")))"
    }

    /// Whether reading can continue after a key; not if its text may differ here.
    var hasOrder: Bool { hasKey && encoding == "UTF8" }

    /// A condition that a row is short enough to be kept here.
    func isHeld(_ limits: ServerLimits) -> String {
        lengths.isEmpty ? "true" : "\(lengths.map(\.sql).joined(separator: " + ")) <= \(limits.recordBytes)"
    }

    /// Conditions that the cells of a row are short enough to be kept here, for cells that may be long.
    ///
    /// - Returns: the conditions, by the indexes of the fields.
    func areShort(_ limits: ServerLimits) -> [Int: String] {
        let lengths = lengths
        let most = limits.recordBytes / max(lengths.count, 1)
        return Dictionary(uniqueKeysWithValues: lengths.map { ($0.field, "\($0.sql) <= \(most)") })
    }

    /// The lengths of the cells that may be long; for other types than text, the size in the database.
    private var lengths: [(field: Int, sql: String)] {
        columns.enumerated().compactMap { field, index in
            let column = source.columns[index]
            return switch column.typeName {
            case "text", "character varying":
                (field, "coalesce(pg_catalog.octet_length(\(column.quotedName)), 0)::bigint")
            default:
                column.type.databaseType == "text"
                    ? (field, "coalesce(pg_catalog.pg_column_size(\(column.quotedName)), 0)::bigint") : nil
            }
        }
    }

    /// The bucket of a row.
    func bucketExpression(_ key: String) -> String { "(pg_catalog.hashtext(\(key)) & \(buckets - 1))" }

    /// Whether a new record has all values that the table requires.
    func isComplete(_ cells: [FieldID: CellValue]) -> Bool {
        fields.fields.indices.allSatisfy { index in
            let column = source.columns[columns[index]]
            guard column.isRequired, !column.hasDefault, column.isRestorable else { return true }
            return (cells[fields[index].id] ?? .empty) != .empty
        }
    }

    /// The number of buckets for a number of rows, so that only few rows need to be read for a changed one.
    static func buckets(for count: Int) -> Int {
        var buckets = 1
        while buckets < 1_024, buckets * 256 < count { buckets *= 2 }
        return buckets
    }

    /// Which edits are impossible.
    private var limits: EditLimits {
        var limits = EditLimits()
        limits.fields = .ofOtherProgram
        limits.everything = readOnlyReason.map { EditLimit($0) }
        if !source.canDelete { limits.deleting = .noRight }
        if !source.columns.contains(where: \.isRestorable) { limits.adding = .noRight }
        for (field, column) in zip(fields.fields, columns.map { source.columns[$0] }) where column.isReadOnly {
            limits[field.id] =
                column.isAlwaysGenerated ? .madeByServer : column.isRestorable ? .onlyShown : .noRight
        }
        return limits
    }

    /// The state to store in the document's file.
    func state(after old: ForeignState?) -> ForeignState {
        var state = ForeignState(
            relation: source.relation, columns: known, buckets: buckets, limits: limits)
        (state.doubt, state.condition) = (old?.doubt, condition)
        if isKeyNamed { state.isKeyNamed = true }
        return state
    }
}

extension EditLimit {
    fileprivate init(_ reason: ReadOnlyReason) {
        self =
            switch reason {
            case .notATable: .notATable
            case .noIdentity, .zonedKey: .noKey
            case .keyNotInView: .keyNotInView
            case .noKeyField, .keyNotComparable: .keyUnusable
            case .keyNotFilled: .keyNotFilled
            case .keyNotUnique: .keyNotUnique
            case .standby: .standby
            case .noRight: .noRight
            }
    }
}

extension ServerColumn {
    /// The text of a part of a key, which depends on no setting except those of the connection.
    fileprivate var keyText: String {
        "(\(reading == .inZone ? "(\(quotedName) AT TIME ZONE 'UTC')" : quotedName)::text COLLATE \"C\")"
    }

    /// The value of a part of a key, from an expression for its text.
    func keyValue(_ text: String) -> String {
        reading == .inZone ? "(\(text)::timestamp AT TIME ZONE 'UTC')" : value(text)
    }
}
