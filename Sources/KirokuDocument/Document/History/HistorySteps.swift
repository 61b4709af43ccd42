import FoundationEssentials

/// Some steps of a document's history with all that they have changed, the newest first.
public struct HistorySteps: Sendable {
    package private(set) var steps: [JournalRow] = []
    /// What the first of these steps must be right before.
    package let start: HistoryPosition
    /// Where to go on if it ``isFull``.
    package private(set) var position: HistoryPosition
    /// Whether there may be older ones.
    package private(set) var isFull = false
    package private(set) var size = 0
    /// How far back the history of a server goes.
    package private(set) var begin: Date?

    /// So many bytes are read at once, so that edits need not wait for long.
    private static let sizeLimit = 4 << 20

    /// None, and there are no older ones.
    package static let none = HistorySteps(from: HistoryPosition(step: 0, counter: 0))

    /// Steps that a server has.
    ///
    /// They are of the same commit to the file as what comes after them: that with which it became a document.
    ///
    /// - Parameters:
    ///   - start: what they come before.
    ///   - steps: with their numbers, the newest first.
    ///   - next: the number before which to go on; `nil` if there are no older ones.
    ///   - begin: when the oldest of all steps there was made.
    package init(
        before start: HistoryPosition, _ steps: [(number: Int64, step: SharedStep)], next: Int64?, begin: Date?
    ) {
        self.init(from: start)
        self.begin = begin
        for (number, step) in steps {
            _ = add(
                JournalRow(
                    number: number, commits: CommitSpan(start.counter), author: step.author, time: step.time,
                    parts: step.parts))
        }
        if let next { (position, isFull) = (HistoryPosition(step: next, counter: start.counter), true) }
    }

    package init(from start: HistoryPosition) {
        self.start = start
        position = start
    }

    /// Adds a step, which is older than those before; returns whether there is room for more.
    package mutating func add(_ step: JournalRow) -> Bool {
        steps.append(step)
        position = step.position
        size += step.parts.reduce(100) { $0 + $1.size }
        isFull = !position.isOnServer && size >= Self.sizeLimit
        return !isFull
    }

    /// A server has what is before all steps of the file.
    package mutating func continueAtServer() { (position, isFull) = (.endOfFile(position.counter), true) }
}
