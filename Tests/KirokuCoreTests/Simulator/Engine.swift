@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What the simulator tries: what becomes of edits when others have changed something.
///
/// It is pure: neither clock nor thread nor file. Another engine is another conformance; the oracles are the same for all.
protocol Engine: Sendable {
    /// Lays edits over a table that others have changed.
    ///
    /// - Parameters:
    ///   - edits: the oldest first; unsaved, or waiting for a server.
    ///   - steps: what undo and redo would take back, some of it made by these edits.
    ///   - mine: the table with these edits.
    ///   - theirs: the same without these edits, and with what others have changed.
    ///   - place: where the edits wait.
    ///   - numbers: names edits that are others now.
    /// - Returns: `nil` if the edits do not fit to the table, which is a fault.
    func mergeEdits(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable, at place: WaitingPlace,
        _ numbers: inout Numbers
    ) -> MergedEdits?

    /// Takes back a step where others have changed something since.
    ///
    /// - Returns: the change as it was made; `nil` if nothing was left to take back.
    func revert(_ change: Change, in table: inout RecordTable, changedElsewhere: ChangedElsewhere) -> Change?

    /// Has open edits follow a table that has become another one.
    ///
    /// - Parameter conflicts: what was not made just now.
    func follow(
        _ open: inout OpenEdits, from before: RecordTable, to table: RecordTable, at desk: Int,
        opening conflicts: [EditConflict])
}

/// Where edits wait.
enum WaitingPlace {
    /// In a window, until they are saved.
    case window
    /// In a file, for a server on which these records have changed.
    case queue(changed: Set<RecordID>)
}

/// An edit that is not where it is going yet.
struct SimulatedEdit {
    /// What a server knows it by; another one if the change has become another one.
    var number: Int
    var change: Change
    /// The edit that it takes back.
    var undoes: Int?
    /// The open edits that it has resolved, and those that it has left open again.
    var open = OpenChanges()
}

/// What has become of edits.
struct MergedEdits {
    let table: RecordTable
    /// Those that still wait.
    let edits: [SimulatedEdit]
    /// What was left out.
    let open: [EditConflict]
    /// The steps that are still there.
    let steps: UndoSteps
    /// What was typed over before any of it was made, which the history says.
    let typedOver: Set<String>
}

/// The steps that can be undone and redone, the last of each last.
struct UndoSteps {
    var undoable: [Step] = []
    var redoable: [Step] = []

    struct Step {
        /// The edit that it takes back.
        let edit: Int
        let change: Change
        /// The open edits that taking it back resolves, and those that it leaves open again.
        var open = OpenChanges()
    }
}

/// Numbers for edits, records, fields and texts: each is given once in a play.
struct Numbers {
    private var last = 100

    mutating func next() -> Int {
        last += 1
        return last
    }
}
