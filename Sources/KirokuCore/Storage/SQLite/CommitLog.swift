import FoundationEssentials

/// The table `log` of a document: what Kiroku's latest commits have changed.
///
/// Who else has the document open takes these changes in without reading all of it again. Each row has the mark of its
/// commit, which begins with the file's change counter: if a counter is missing among the rows, another program has
/// written, and what it has changed is not in the log.
struct CommitLog {
    /// What others have committed.
    enum News {
        case nothing
        case commits([OthersCommit])
        /// Something that is not in the log.
        case unknown

        /// Whether the order in which these and other changes are made does not matter.
        func isApart(from changes: [Change]) -> Bool {
            switch self {
            case .nothing: true
            case .commits(let commits): ChangeReach(commits.map(\.change)).isApart(from: ChangeReach(changes))
            case .unknown: false
            }
        }
    }

    private enum State {
        case missing
        case usable
        /// Another program has a table of that name, or the document has an earlier format.
        case unusable
    }

    /// At least this many commits are kept.
    static let commitLimit = 1_000
    /// A change with more bytes is not kept; who has the document open reads it again then.
    private static let changeLimit = 4 << 20
    /// How many commits go by between two looks at the size of the log.
    private static let commitsBetweenLooks: Int64 = 128

    private var state = State.unusable
    /// The last row whose changes the document has, and the file's change counter then.
    private var heard: Int64 = 0
    private var counter: UInt32 = 0
    /// The marks of own commits that came after others which the document has not heard of.
    private var own: Set<String> = []

    /// The log of a document that nobody else knows.
    ///
    /// - Parameter counter: the file's change counter.
    static func new(counter: UInt32) -> CommitLog {
        var log = CommitLog()
        log.state = .missing
        log.counter = counter
        return log
    }

    /// The log of a document that is being read, inside that transaction.
    init(_ connection: SQLiteConnection, version: Int32) throws(StorageError) {
        counter = try connection.changeCounter()
        guard version == CardFileFormat.version else { return }
        try find(connection)
        if state == .usable { heard = Int64(try connection.number("SELECT max(number) FROM log")) }
    }

    /// Looks for the table, which the first commit makes.
    private mutating func find(_ connection: SQLiteConnection) throws(StorageError) {
        let found = try connection.prepare("SELECT sql FROM sqlite_schema WHERE lower(name) = 'log'")
        let isThere = try found.step()
        state = !isThere ? .missing : found[0].text == CardFileFormat.logCreation ? .usable : .unusable
    }

    init() {}

    // MARK: Hearing

    /// What others have committed since the document was read, or ``hear(_:)`` was called.
    ///
    /// To be called inside a transaction.
    mutating func news(_ connection: SQLiteConnection) throws(StorageError) -> News {
        let now = try connection.changeCounter()
        if now == counter { return .nothing }
        // Another program may have removed it, and the first commit makes it.
        if state != .unusable { try find(connection) }
        guard state == .usable, now &- counter <= UInt32(Self.commitLimit) * 2 else { return .unknown }
        var missing: Set<UInt32> = []
        var next = counter
        while next != now {
            next &+= 1
            missing.insert(next)
        }
        var commits: [OthersCommit] = []
        let rows = try connection.prepare(
            """
            SELECT mark, person, program, (julianday(at) - 2440587.5) * 86400, change FROM log \
            WHERE number > ? ORDER BY number
            """)
        try rows.bind(heard, at: 1)
        while try rows.step() {
            let mark = rows[0].text
            guard let number = UInt32(mark.prefix { $0 != " " }) else { return .unknown }
            missing.remove(number)
            if own.contains(mark) { continue }
            guard rows[4].content == .blob else { return .unknown }
            let bytes = rows[4].bytes
            if bytes.isEmpty { continue }
            guard let change = HistoryReader.change(bytes) else { return .unknown }
            commits.append(
                OthersCommit(
                    author: CommitAuthor(person: rows[1].text, program: rows[2].text),
                    time: Date(timeIntervalSince1970: rows[3].real), change: change))
        }
        guard missing.isEmpty else { return .unknown }
        return commits.isEmpty ? .nothing : .commits(commits)
    }

    /// The document has all that is in the file now.
    ///
    /// To be called inside the transaction of ``news(_:)``.
    mutating func hear(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        own = []
        if state == .usable { heard = Int64(try connection.number("SELECT max(number) FROM log")) }
    }

    // MARK: Writing, inside a transaction

    /// Adds a commit with these changes.
    ///
    /// - Parameter mark: of the commit.
    mutating func write(
        _ changes: [Change], mark: CommitMark, to connection: SQLiteConnection
    ) throws(StorageError) {
        if state == .missing { try find(connection) }
        if state == .missing {
            try connection.execute(CardFileFormat.logCreation)
            state = .usable
        }
        guard state == .usable else { return note(mark, number: heard) }
        let row = try connection.cached(
            """
            INSERT INTO log(mark, at, person, program, change) \
            VALUES(?1, strftime('%Y-%m-%d %H:%M:%f', ?2, 'unixepoch'), ?3, ?4, ?5)
            """)
        let author = CommitAuthor.current
        try row.bind(mark.text, at: 1)
        try row.bind(AppClock.shared.now.timeIntervalSince1970, at: 2)
        try row.bind(author.person, at: 3)
        try row.bind(author.program, at: 4)
        for change in changes {
            if let bytes = HistoryWriter.bytes(of: change, limit: Self.changeLimit) {
                try row.run(binding: bytes, at: 5)
            } else {
                try row.bindNull(at: 5)
                try row.run()
            }
        }
        // A commit that changes nothing that others show.
        if changes.isEmpty { try row.run(binding: [], at: 5) }
        let number = connection.lastRow
        note(mark, number: number)
        if number % Self.commitsBetweenLooks == 0 { try limit(connection) }
    }

    private mutating func note(_ mark: CommitMark, number: Int64) {
        if mark.counter == counter &+ 1 {
            (counter, heard) = (mark.counter, number)
        } else {
            own.insert(mark.text)
        }
    }

    /// Removes the oldest commits as long as the log takes more than a tenth of the file.
    private func limit(_ connection: SQLiteConnection) throws(StorageError) {
        let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size") / 10
        let removal = try connection.cached(
            """
            DELETE FROM log WHERE number <= (SELECT max(number) FROM log) - ?1 AND number <= (SELECT max(number) FROM \
            (SELECT number, sum(coalesce(length(change), 0) + 100) OVER (ORDER BY number DESC) AS size FROM log) \
            WHERE size > ?2)
            """)
        try removal.bind(Int64(Self.commitLimit), at: 1)
        try removal.bind(Int64(size), at: 2)
        try removal.run()
    }
}

/// What tells one commit of a document from all others.
struct CommitMark: Sendable, Hashable {
    /// The file's change counter after the commit.
    let counter: UInt32
    private let number: UInt64

    /// The mark of the commit that comes after this counter.
    init(after counter: UInt32) {
        self.counter = counter &+ 1
        number = .random(in: .min ... .max)
    }

    /// The counter and a number of the commit's own, separated by a space.
    var text: String { "\(counter) \(number)" }
}
