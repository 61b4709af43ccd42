/// The part of a document's history that is kept in its file: one row per step, so that an edit costs one more row.
///
/// Steps to undo are numbered from 1 up, steps to redo from -1 down; the last of each comes next. The last
/// ``stepLimit`` steps are kept, up to ``byteLimit`` in total. A step that is larger by itself is not kept, nor is any
/// step older than that.
struct HistoryTable {
    /// More steps than this are not kept.
    static let stepLimit = 1_000
    /// More bytes than this are not kept, whatever the document's size: a million records take ten times as much.
    static let byteLimit = 4 << 20
    /// How far the limit may be exceeded before the oldest steps are removed, all at once.
    private static let slack = 100

    private struct Row {
        let step: Int64
        let size: Int
    }

    private enum State {
        /// The history in the file, if any, belongs to another state of the document.
        case stale
        /// Others have put steps of theirs there.
        case others
        case good
    }

    private var state = State.stale
    private var undoable: [Row] = []
    private var redoable: [Row] = []

    /// An existing table without steps.
    static func empty() -> HistoryTable {
        var table = HistoryTable()
        table.state = .good
        return table
    }

    /// Reads the history as far as possible.
    ///
    /// - Parameter mending: what has other numbers in memory than in the file.
    mutating func read(_ connection: SQLiteConnection, _ mending: Mending) throws(StorageError) -> UndoHistory {
        let fields = Dictionary(
            mending.fields.map { (FieldID(rawValue: Int($0.old)), $0.new) }, uniquingKeysWith: { first, _ in first })
        let rows = try connection.prepare("SELECT step, change FROM undo ORDER BY step")
        var steps: [HistoryStep] = []
        var found: [Row] = []
        while try rows.step() {
            let text = rows[1].text
            guard let step = StepText.step(text, fields: fields) else { return UndoHistory() }
            steps.append(step)
            found.append(Row(step: rows[0].integer, size: text.utf8.count))
        }
        let redoCount = found.count { $0.step < 0 }
        undoable = Array(found[redoCount...])
        redoable = found[..<redoCount].reversed()
        state = .good
        return UndoHistory(undoable: Array(steps[redoCount...]), redoable: steps[..<redoCount].reversed())
    }

    // MARK: Writing, inside a transaction

    /// Removes a history of another state of the document: after the next commit it would be taken for one of this
    /// state.
    mutating func begin(_ connection: SQLiteConnection) throws(StorageError) {
        switch state {
        case .good: return
        case .stale: try connection.execute(CardFileFormat.stepsCreation)
        case .others: try connection.execute("DELETE FROM undo")
        }
        self = .empty()
    }

    /// Others have written, too: what is kept are the steps of who writes last.
    mutating func leaveToOthers() {
        guard state == .good else { return }
        self = HistoryTable()
        state = .others
    }

    mutating func write(_ change: HistoryChange, to connection: SQLiteConnection) throws(StorageError) {
        try begin(connection)
        switch change {
        case .record(let step):
            try removeAll(of: \.redoable, connection)
            try push([step], to: \.undoable, connection)
        case .undo(let inverse):
            try pop(from: \.undoable, connection)
            try push([inverse], to: \.redoable, connection)
        case .redo(let inverse):
            try pop(from: \.redoable, connection)
            try push([inverse], to: \.undoable, connection)
        case .replace(let history):
            try removeAll(of: \.undoable, connection)
            try removeAll(of: \.redoable, connection)
            try push(history.redoable.suffix(Self.stepLimit), to: \.redoable, connection)
            try push(history.undoable.suffix(Self.stepLimit), to: \.undoable, connection)
        }
    }

    /// - Parameter steps: the oldest first.
    private mutating func push(
        _ steps: ArraySlice<HistoryStep>, to side: WritableKeyPath<Self, [Row]>, _ connection: SQLiteConnection
    ) throws(StorageError) {
        // A step may be about fields that a later one has removed.
        let field = connection.logFields(besides: steps.map(\.change))
        for step in steps { try push(step, field, to: side, connection) }
    }

    private mutating func push(
        _ step: HistoryStep, _ field: ChangeText.FieldLookup, to side: WritableKeyPath<Self, [Row]>,
        _ connection: SQLiteConnection
    ) throws(StorageError) {
        guard let text = try StepText.text(of: step, limit: Self.byteLimit, field: field) else {
            return try removeAll(of: side, connection)
        }
        let direction: Int64 = side == \.undoable ? 1 : -1
        let number = (self[keyPath: side].last?.step ?? 0) + direction
        let statement = try connection.cached("INSERT INTO undo(step, change) VALUES(?, ?)")
        try statement.bind(number, at: 1)
        try statement.bind(text, at: 2)
        try statement.run()
        self[keyPath: side].append(Row(step: number, size: text.utf8.count))
        try limit(side, connection)
    }

    /// A step that was not kept cannot be removed.
    private mutating func pop(
        from side: WritableKeyPath<Self, [Row]>, _ connection: SQLiteConnection
    ) throws(StorageError) {
        guard let last = self[keyPath: side].popLast() else { return }
        try delete(last.step...last.step, connection)
    }

    private mutating func removeAll(
        of side: WritableKeyPath<Self, [Row]>, _ connection: SQLiteConnection
    ) throws(StorageError) {
        try removeOldest(self[keyPath: side].count, of: side, connection)
    }

    /// Removes the oldest steps, those of the other side first, until the rest is within the limits.
    private mutating func limit(
        _ side: WritableKeyPath<Self, [Row]>, _ connection: SQLiteConnection
    ) throws(StorageError) {
        let count = self[keyPath: side].count
        if count > Self.stepLimit + Self.slack {
            try removeOldest(count - Self.stepLimit, of: side, connection)
        }
        let other: WritableKeyPath<Self, [Row]> = side == \.undoable ? \.redoable : \.undoable
        for side in [other, side] {
            var excess = size - Self.byteLimit
            guard excess > 0 else { return }
            var removed = 0
            for row in self[keyPath: side] where excess > 0 {
                excess -= row.size
                removed += 1
            }
            try removeOldest(removed, of: side, connection)
        }
    }

    private var size: Int { (undoable + redoable).reduce(0) { $0 + $1.size } }

    private mutating func removeOldest(
        _ count: Int, of side: WritableKeyPath<Self, [Row]>, _ connection: SQLiteConnection
    ) throws(StorageError) {
        guard count > 0 else { return }
        let (first, last) = (self[keyPath: side][0].step, self[keyPath: side][count - 1].step)
        try delete(min(first, last)...max(first, last), connection)
        self[keyPath: side].removeFirst(count)
    }

    private func delete(_ steps: ClosedRange<Int64>, _ connection: SQLiteConnection) throws(StorageError) {
        let statement = try connection.cached("DELETE FROM undo WHERE step BETWEEN ? AND ?")
        try statement.bind(steps.lowerBound, at: 1)
        try statement.bind(steps.upperBound, at: 2)
        try statement.run()
    }
}
