import FoundationEssentials

/// The table `log` of a document: what Kiroku's latest commits have changed.
///
/// Who else has the document open takes these changes in without reading all of it again, and the history is read from
/// them (`CommitLog+History`). Each row is a part of a step (``LoggedPart``), and has the mark of its commit, which begins
/// with the file's change counter: if a counter is missing among the rows, another program has written, and what it has
/// changed is not in the log. Where a Kiroku has found that out by comparing, it adds that with its next commit
/// (``NoticedCommit``).
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
        /// Another program has a table of that name.
        case unusable
    }

    /// At least this many steps are kept.
    static let stepLimit = 1_000
    /// A step with more bytes is not kept; who has the document open reads it again then.
    static let changeLimit = 4 << 20
    /// How many rows go by between two looks at the size of the log.
    private static let rowsBetweenLooks: Int64 = 128

    private var state = State.unusable
    /// The last row whose changes the document has, and the file's change counter then.
    private(set) var heard: Int64 = 0
    private(set) var counter: UInt32 = 0
    /// The marks of own rows that came after others which the document has not heard of.
    private var own: Set<String> = []
    /// What other programs have committed, until the next own commit writes it down.
    private(set) var noticed: [NoticedCommit] = []

    /// The log of a document that nobody else knows; or what was known of one at an earlier time.
    ///
    /// - Parameters:
    ///   - counter: the file's change counter.
    ///   - number: the last row then.
    static func new(counter: UInt32, heard number: Int64 = 0) -> CommitLog {
        var log = CommitLog()
        log.state = .missing
        (log.counter, log.heard) = (counter, number)
        return log
    }

    /// The log of a document that is being read, inside that transaction.
    init(_ connection: SQLiteConnection) throws(StorageError) {
        counter = try connection.changeCounter()
        try find(connection)
        if state == .usable { heard = Int64(try connection.number("SELECT max(number) FROM log")) }
    }

    init() {}

    /// Looks for the table: another program may have removed it, and then the next commit makes it again.
    private mutating func find(_ connection: SQLiteConnection) throws(StorageError) {
        let found = try connection.prepare("SELECT sql FROM sqlite_schema WHERE lower(name) = 'log'")
        let isThere = try found.step()
        state = !isThere ? .missing : found[0].text == CardFileFormat.logCreation ? .usable : .unusable
    }

    /// Whether the table is there; looks again if it was missing.
    mutating func isUsable(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        if state != .unusable { try find(connection) }
        return state == .usable
    }

    // MARK: Hearing

    /// What others have committed since the document was read, or ``hear(_:)`` was called.
    ///
    /// To be called inside a transaction.
    mutating func news(_ connection: SQLiteConnection) throws(StorageError) -> News {
        let now = try connection.changeCounter()
        if now == counter { return .nothing }
        guard try isUsable(connection), now &- counter <= UInt32(Self.stepLimit) * 2 else { return .unknown }
        var missing: Set<UInt32> = []
        var next = counter
        while next != now {
            next &+= 1
            missing.insert(next)
        }
        var commits: [OthersCommit] = []
        var isKnown = true
        var latest: UInt32 = 0
        try LoggedStep.read(connection, .after(heard)) { step in
            // What somebody else has found out only now, the document may have found out as well.
            if step.mark.isOthers, !missing.contains(step.mark.last) { return true }
            // What was found out of a time that the document knows in part is of no use; nor is what was only written down
            // after later commits, which may have gone over it.
            isKnown = step.mark.first == step.mark.last || missing.contains(step.mark.first)
            if step.mark.first &- counter < latest { isKnown = false }
            latest = step.mark.last &- counter
            for counter in step.mark.counters { missing.remove(counter) }
            if own.contains(step.mark.text) || !isKnown { return isKnown }
            guard let change = step.change else {
                isKnown = false
                return false
            }
            if !change.flattened.isEmpty {
                commits.append(OthersCommit(author: step.author, time: step.time, change: change))
            }
            return true
        }
        guard isKnown, missing.isEmpty else { return .unknown }
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

    /// Where the steps that the document has begin, the newest first; `nil` if an own commit came after one of others
    /// that the document has not heard of.
    var newestHeard: HistoryPosition? {
        own.isEmpty ? HistoryPosition(step: heard + 1, counter: counter &+ 1) : nil
    }

    // MARK: Other programs

    /// The commits that are in the file but not in the log, if nobody has written anything down since `before`, when
    /// the document was last up to date.
    func unexplained(since before: CommitLog, _ connection: SQLiteConnection) -> NoticedCommit? {
        guard state == .usable, before.state != .unusable, heard == before.heard, counter != before.counter,
            counter &- before.counter <= UInt32(Self.stepLimit) * 2
        else { return nil }
        return NoticedCommit(mark: LogMark(first: before.counter &+ 1, last: counter), after: heard)
    }

    /// Keeps what another program has committed for the next own commit.
    mutating func note(_ commit: NoticedCommit) {
        noticed.append(commit)
    }

    /// Keeps what was noticed by an earlier state of the log.
    mutating func goOn(from before: CommitLog) {
        noticed = before.noticed
    }

    // MARK: Writing, inside a transaction

    /// Adds a commit with these changes.
    ///
    /// - Parameter mark: of the commit.
    mutating func write(
        _ changes: [DocumentChange], mark: CommitMark, to connection: SQLiteConnection
    ) throws(StorageError) {
        if state == .missing { try find(connection) }
        if state == .missing {
            try connection.execute(CardFileFormat.logCreation)
            state = .usable
        }
        guard state == .usable else { return note(mark, number: heard) }
        let isFirst = mark.counter == counter &+ 1
        for commit in noticed where try !isKnown(commit, connection) {
            let parts = try LoggedPart.parts(
                of: commit.change, limit: Self.changeLimit, field: connection.logFields(besides: [commit.change]))
            try connection.log(parts, mark: commit.mark.text, at: commit.time, by: nil)
            if !isFirst { own.insert(commit.mark.text) }
        }
        noticed = []
        let now = AppClock.shared.now
        let field = connection.logFields(besides: changes.edits)
        var steps: [Step] = []
        for change in changes {
            guard let parts = try LoggedPart.parts(of: change, limit: Self.changeLimit, field: field) else { continue }
            steps.append(Step(author: .current, time: now, parts: parts))
        }
        try write(steps, mark: mark, keepingTo: connection)
    }

    private struct Step {
        let author: CommitAuthor?
        let time: Date
        let parts: [LoggedPart]
    }

    /// Adds a commit with what several have changed elsewhere.
    ///
    /// - Parameter mark: of the commit.
    mutating func write(
        _ commits: [OthersCommit], mark: CommitMark, to connection: SQLiteConnection
    ) throws(StorageError) {
        guard try isUsable(connection) else { return note(mark, number: heard) }
        let field = connection.logFields(besides: commits.map(\.change))
        var steps: [Step] = []
        for commit in commits {
            let parts = try LoggedPart.parts(of: commit.change, limit: Self.changeLimit, field: field)
            steps.append(Step(author: commit.author, time: commit.time, parts: parts))
        }
        try write(steps, mark: mark, keepingTo: connection)
    }

    /// A commit that changes nothing that others show has a row as well.
    private mutating func write(
        _ steps: [Step], mark: CommitMark, keepingTo connection: SQLiteConnection
    ) throws(StorageError) {
        let nothing = Step(author: .current, time: AppClock.shared.now, parts: [.nothing])
        for step in steps.isEmpty ? [nothing] : steps {
            try connection.log(step.parts, mark: mark.text, at: step.time, by: step.author)
        }
        let number = connection.lastRow
        let before = heard
        note(mark, number: number)
        if number / Self.rowsBetweenLooks != before / Self.rowsBetweenLooks { try Self.limit(connection) }
    }

    /// Whether somebody else has written it down already.
    private func isKnown(_ commit: NoticedCommit, _ connection: SQLiteConnection) throws(StorageError) -> Bool {
        let rows = try connection.prepare("SELECT mark FROM log WHERE number > ?")
        try rows.bind(commit.after, at: 1)
        while try rows.step() {
            if LogMark(rows[0].text)?.counters.contains(commit.mark.last) == true { return true }
        }
        return false
    }

    private mutating func note(_ mark: CommitMark, number: Int64) {
        if mark.counter == counter &+ 1 {
            (counter, heard) = (mark.counter, number)
        } else {
            own.insert(mark.text)
        }
    }

    /// Removes the oldest steps as long as the log takes more than a tenth of the file.
    ///
    /// Commits that have changed nothing that others show do not count, unless there are very many.
    static func limit(_ connection: SQLiteConnection) throws(StorageError) {
        let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size") / 10
        let removal = try connection.cached(
            """
            DELETE FROM log WHERE step <= max(coalesce(min(\
            (SELECT DISTINCT step FROM log WHERE what <> 'nothing' ORDER BY step DESC LIMIT 1 OFFSET ?1), \
            (SELECT max(step) FROM (SELECT step, sum(size + 100) OVER (ORDER BY number DESC) AS sum FROM log) \
            WHERE sum > ?2)), 0), \
            coalesce((SELECT DISTINCT step FROM log ORDER BY step DESC LIMIT 1 OFFSET 4 * ?1), 0))
            """)
        try removal.bind(Int64(stepLimit), at: 1)
        try removal.bind(Int64(size), at: 2)
        try removal.run()
    }
}

/// What another program has committed, as it was found by comparing.
struct NoticedCommit: Sendable {
    let mark: LogMark
    /// The last row of the log before it.
    let after: Int64
    var time = Date(timeIntervalSince1970: 0)
    var change = Change.sequence([])
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

/// The mark of a row of the log: that of its commit, or the commits of another program.
struct LogMark: Sendable {
    /// The file's change counter after the first and the last commit.
    let first: UInt32
    let last: UInt32
    let text: String

    /// Commits of another program.
    init(first: UInt32, last: UInt32) {
        (self.first, self.last) = (first, last)
        text = "\(last) from \(first)"
    }

    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let last = UInt32(words[0]) else { return nil }
        self.last = last
        self.text = text
        guard words.count == 3 else {
            first = last
            return
        }
        guard words[1] == "from", let first = UInt32(words[2]), last &- first < Self.limit else { return nil }
        self.first = first
    }

    private static let limit: UInt32 = 1 << 16

    /// Whether another program has committed it.
    var isOthers: Bool { text.contains("from") }

    /// The file's change counters after its commits.
    var counters: [UInt32] { (0...last &- first).map { first &+ $0 } }
}
