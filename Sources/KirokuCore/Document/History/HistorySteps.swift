/// Some steps of a document's history with all that they have changed, the newest first.
public struct HistorySteps: Sendable {
    private(set) var steps: [JournalRow] = []
    /// What the first of these steps must be right before.
    let start: HistoryPosition
    /// Where to go on if it ``isFull``.
    private(set) var position: HistoryPosition
    /// Whether there may be older ones.
    private(set) var isFull = false
    private var size = 0

    /// So many bytes are read at once, so that edits need not wait for long.
    private static let sizeLimit = 4 << 20

    /// None, and there are no older ones.
    static let none = HistorySteps(from: HistoryPosition(step: 0, counter: 0))

    init(from start: HistoryPosition) {
        self.start = start
        position = start
    }

    /// Adds a step, which is older than those before; returns whether there is room for more.
    mutating func add(_ step: JournalRow) -> Bool {
        steps.append(step)
        position = step.position
        size += step.parts.reduce(100) { $0 + $1.size }
        isFull = size >= Self.sizeLimit
        return !isFull
    }
}
