/// What happens next in a world, and at which desk; the numbers choose among what is there.
struct Turn: Hashable, Sendable {
    let desk: Int
    let move: Move

    init(_ desk: Int, _ move: Move) {
        (self.desk, self.move) = (desk, move)
    }

    enum Move: Hashable, Sendable {
        /// Writes a new text into a cell.
        case set(Int, Int)
        /// Empties a cell.
        case clear(Int, Int)
        /// Adds a record with a text of its own, at this index.
        case add(Int)
        case delete(Int)
        /// Moves a record to an index.
        case move(Int, Int)
        /// Adds a field with a text in the first record.
        case addField
        case rename(Int)
        case retype(Int)
        case remove(Int)
        case undo, redo
        /// Makes an open edit after all.
        case mine(Int)
        /// Gives an open edit up.
        case theirs(Int)
        /// Takes in what others have written to the file.
        case look
        /// The same, and saves.
        case save
        /// Sends what waits in the file, up to what the server refuses.
        case send
        /// The same, but the answer is lost.
        case sendUnheard
        /// The same, but the answer comes later.
        case sendSlowly
        /// Takes in what others have changed on the server.
        case receive
        /// The same, but the answer comes later.
        case ask
        /// An answer that was late arrives; it may arrive again.
        case deliver(Int)
        /// The memory is lost, and the file is opened again.
        case crash
        /// Opens the same file in another window.
        case open
        /// Copies the file and opens the copy.
        case copy
        /// The server goes back to an earlier state.
        case restore(Int)
    }
}

extension Turn: CustomStringConvertible {
    /// To be pasted as a test.
    var description: String { "Turn(\(desk), .\(move))" }
}
