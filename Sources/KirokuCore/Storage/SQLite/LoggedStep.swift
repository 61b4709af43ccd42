import FoundationEssentials

/// An edit in the log of a document.
struct LoggedStep: Sendable {
    /// The number of its first row, which is that of the step.
    let number: Int64
    let mark: LogMark
    /// `nil` for another program.
    let author: CommitAuthor?
    let time: Date
    fileprivate(set) var parts: [LoggedPart]

    init(number: Int64, mark: LogMark, author: CommitAuthor?, time: Date, parts: [LoggedPart]) {
        self.number = number
        self.mark = mark
        self.author = author
        self.time = time
        self.parts = parts
    }

    /// All that it has changed; `nil` if that was not kept.
    var change: Change? {
        var changes: [Change] = []
        for part in parts {
            guard let change = part.change else { return nil }
            changes.append(change)
        }
        return changes.count == 1 ? changes[0] : .sequence(changes)
    }

    /// Where to begin to read.
    enum Start {
        /// Behind the row with this number; the oldest step comes first.
        case after(Int64)
        /// Before the row with this number; the newest step comes first.
        case before(Int64)
    }

    private static let selection = """
        SELECT step, mark, person, program, (julianday(at) - 2440587.5) * 86400, what, count, change FROM log
        """

    /// Reads steps.
    ///
    /// - Parameter body: returns whether to go on.
    static func read(
        _ connection: SQLiteConnection, _ start: Start, _ body: (LoggedStep) -> Bool
    ) throws(StorageError) {
        let (row, order, isBackwards) =
            switch start {
            case .after(let row): (row, "> ?1 ORDER BY number", false)
            case .before(let row): (row, "< ?1 ORDER BY number DESC", true)
            }
        let rows = try connection.prepare(selection + " WHERE number " + order)
        try rows.bind(row, at: 1)
        defer { rows.reset() }
        var step: LoggedStep?
        while try rows.step() {
            // A row of another program's that makes no sense says nothing.
            guard let mark = LogMark(rows[1].text) else { continue }
            let part = LoggedPart(rows)
            if var same = step, same.number == rows[0].integer {
                step = nil
                same.parts.insert(part, at: isBackwards ? 0 : same.parts.count)
                step = same
                continue
            }
            if let whole = step, !body(whole) { return }
            step = LoggedStep(
                number: rows[0].integer, mark: mark,
                author: mark.isOthers ? nil : CommitAuthor(person: rows[2].text, program: rows[3].text),
                time: Date(timeIntervalSince1970: rows[4].real), parts: [part])
        }
        if let step { _ = body(step) }
    }
}

extension LoggedPart {
    /// The part in the row that a statement is at.
    fileprivate init(_ row: SQLiteStatement) {
        deed = Deed(rawValue: row[5].text) ?? .unknown
        count = Int(clamping: row[6].integer)
        text = row[7].content == .text ? row[7].text : nil
    }
}

extension SQLiteConnection {
    /// Adds a step to the log.
    func log(
        _ parts: [LoggedPart], mark: String, at time: Date, by author: CommitAuthor?
    ) throws(StorageError) {
        let row = try cached(
            """
            INSERT INTO log(mark, step, at, person, program, what, count, size, change) \
            VALUES(?1, coalesce(?2, (SELECT max(number) FROM log) + 1, 1), \
            strftime('%Y-%m-%d %H:%M:%f', ?3, 'unixepoch'), ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        try row.bind(mark, at: 1)
        try row.bindNull(at: 2)
        try row.bind(time.timeIntervalSince1970, at: 3)
        try row.bind(author?.person ?? "", at: 4)
        try row.bind(author?.program ?? "", at: 5)
        for (index, part) in parts.enumerated() {
            try row.bind(part.deed.rawValue, at: 6)
            try row.bind(Int64(part.count), at: 7)
            try row.bind(Int64(part.size), at: 8)
            if let text = part.text { try row.bind(text, at: 9) } else { try row.bindNull(at: 9) }
            try row.run()
            if index == 0 { try row.bind(lastRow, at: 2) }
        }
        try row.bindNull(at: 9)
    }

    /// What fields are called, those included that the changes remove.
    func logFields(besides changes: [Change]) -> ChangeText.FieldLookup {
        var removed: [FieldID: LogField] = [:]
        for case .changeFields(let part) in changes.flatMap(\.flattened) {
            for field in part.base.fields + part.schema.fields { removed[field.id] = LogField(field) }
        }
        return { [removed] (field) throws(StorageError) in
            if let known = removed[field] { return known }
            let row = try self.cached("SELECT name, type FROM fields WHERE id = ?")
            defer { row.reset() }
            try row.bind(Int64(field.rawValue), at: 1)
            guard try row.step(), let type = FieldType(rawValue: row[1].text) else { return nil }
            return LogField(name: row[0].text, type: type)
        }
    }
}
