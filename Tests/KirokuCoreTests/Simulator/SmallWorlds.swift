@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// All plays of some desks with up to so many edits out of a list, in every order, with every interleaving of what makes
/// desks hear of each other.
///
/// Each play is made once: of edits at different desks that follow each other only one order is made, since neither desk
/// sees the other one's; the desks are alike, so the first edit is that of the first desk; and a desk that has nothing to
/// save and nothing to hear does not look.
struct SmallWorlds {
    let world: World
    let edits: [Turn.Move]
    let exchanges: [Turn.Move]
    let editLimit: Int
    /// Before all save, send and receive at the end.
    let exchangeLimit: Int
    private(set) var count = 0
    /// The first plays that fail, each with what is wrong.
    private(set) var failures: [(turns: [Turn], faults: [String])] = []

    init(
        _ world: World, _ edits: [Turn.Move], upTo editLimit: Int, _ exchanges: [Turn.Move], upTo exchangeLimit: Int
    ) {
        (self.world, self.edits, self.editLimit) = (world, edits, editLimit)
        (self.exchanges, self.exchangeLimit) = (exchanges, exchangeLimit)
    }

    mutating func playAll() {
        play(on: world, [], editLimit, exchangeLimit)
    }

    private mutating func play(on world: World, _ turns: [Turn], _ editsLeft: Int, _ exchangesLeft: Int) {
        if failures.count >= 10 { return }
        var end = world
        end.settle()
        count += 1
        if !end.faults.isEmpty {
            failures.append((turns, end.faults))
            return
        }
        let isAfterEdit = turns.last.map { edits.contains($0.move) } ?? false
        if editsLeft > 0 {
            let first = isAfterEdit ? turns.last?.desk ?? 0 : 0
            for desk in first..<(turns.isEmpty ? 1 : world.windows.count) {
                for move in edits where world.canMake(move, at: desk) {
                    play(Turn(desk, move), on: world, turns, editsLeft - 1, exchangesLeft)
                }
            }
        }
        if exchangesLeft > 0, !turns.isEmpty {
            for desk in world.windows.indices {
                for move in exchanges where world.canMake(move, at: desk) && turns.last != Turn(desk, move) {
                    play(Turn(desk, move), on: world, turns, editsLeft, exchangesLeft - 1)
                }
            }
        }
    }

    private mutating func play(
        _ turn: Turn, on world: World, _ turns: [Turn], _ editsLeft: Int, _ exchangesLeft: Int
    ) {
        var next = world
        next.make(turn)
        play(on: next, turns + [turn], editsLeft, exchangesLeft)
    }
}

extension World {
    /// Whether a move can change anything.
    fileprivate func canMake(_ move: Turn.Move, at desk: Int) -> Bool {
        let window = windows[desk]
        let file = files[window.file]
        let hasNews =
            file.log[window.seen...].contains { $0.window != desk } || file.open.open.map(\.id) != window.knownOpenEdits
        return switch move {
        case .undo: !window.steps.undoable.isEmpty
        case .redo: !window.steps.redoable.isEmpty
        case .mine, .theirs: !window.open.isEmpty
        case .look: hasNews
        case .save: hasNews || !window.unsaved.isEmpty || !window.openApart.isEmpty
        case .send, .sendUnheard: !file.waiting.isEmpty
        case .receive: server.map { $0.news(since: file.cursor).cursor != file.cursor } ?? false
        default: true
        }
    }
}
