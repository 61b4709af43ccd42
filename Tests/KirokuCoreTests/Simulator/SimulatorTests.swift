import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// The oracles notice engines that do what none may do.
@Suite("What the simulator notices")
struct SimulatorTests {
    @Test("An engine that overwrites what others have written")
    func blind() {
        let turns = [Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save)]
        expect("overwritten unseen", of: turns, by: WorseEngine(fault: .overwrites))
        expectFound("is overwritten unseen", by: WorseEngine(fault: .overwrites))
    }

    @Test("An engine that leaves edits out without a word")
    func silent() {
        let turns = [Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save)]
        expect("is not open", of: turns, by: WorseEngine(fault: .forgetsOpen))
        expectFound("neither there nor open", by: WorseEngine(fault: .forgetsOpen))
    }

    @Test("An engine that shows edits and does not keep them")
    func lost() {
        let turns = [Turn(0, .set(0, 0)), Turn(1, .set(0, 1)), Turn(1, .save)]
        expect("what was saved is not what is shown", of: turns, by: WorseEngine(fault: .losesEdits))
    }

    @Test("An engine that does not list what was open any more")
    func unlisted() {
        let turns = [Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save)]
        expect("was open and is nowhere", of: turns, by: WorseEngine(fault: .losesOpen))
    }

    @Test("An engine that takes back what others have written since")
    func stubborn() {
        let turns = [
            Turn(0, .set(0, 0)), Turn(0, .save), Turn(1, .save), Turn(1, .set(0, 0)), Turn(1, .save), Turn(0, .save),
            Turn(0, .undo),
        ]
        expect("which is not the step's", of: turns, by: WorseEngine(fault: .undoesAll))
        expectFound("which is not the step's", by: WorseEngine(fault: .undoesAll))
    }

    @Test("A play that fails is shortened to what it fails by")
    func shortest() throws {
        let engine = WorseEngine(fault: .overwrites)
        let play = try #require((0..<500).lazy.map { RandomPlay(seed: $0, engine) }.first { !$0.faults.isEmpty })
        #expect(play.shortest.count < play.turns.count)
        #expect(!World.faults(of: play.shortest, in: play.world).isEmpty)
        #expect(play.report(of: play.shortest).contains("seed \(play.seed): "))
        // The same seed fails in the same way.
        #expect(RandomPlay(seed: play.seed, engine).faults == play.faults)
    }

    private func expect(_ fault: String, of turns: [Turn], by engine: WorseEngine) {
        for isShared in [false, true] where !isShared || engine.fault != .undoesAll {
            var world = World(engine, desks: 2, isShared: isShared, table: .played(records: 1, fields: 2))
            for turn in turns {
                world.make(turn)
                if isShared, turn.move == .save {
                    for move in [Turn.Move.receive, .send] { world.make(Turn(turn.desk, move)) }
                }
            }
            world.settle()
            if !isShared || engine.fault != .losesEdits {
                #expect(world.faults.contains { $0.contains(fault) }, "\(world.faults)")
            } else {
                #expect(!world.faults.isEmpty)
            }
        }
    }

    /// Random plays find it as well.
    private func expectFound(_ fault: String, by engine: WorseEngine) {
        #expect((0..<2_000).contains { RandomPlay(seed: $0, engine).faults.contains { $0.contains(fault) } })
    }
}

/// An engine with a fault.
private struct WorseEngine: Engine {
    enum Fault { case overwrites, forgetsOpen, losesEdits, losesOpen, undoesAll }

    let fault: Fault
    private let good = MergingEngine()

    init(fault: Fault) { self.fault = fault }

    func mergeEdits(
        _ edits: [SimulatedEdit], _ steps: UndoSteps, mine: RecordTable, theirs: RecordTable, at place: WaitingPlace,
        _ numbers: inout Numbers
    ) -> MergedEdits? {
        if fault == .overwrites {
            var table = theirs
            let left = edits.compactMap { edit -> SimulatedEdit? in
                guard let applied = try? table.apply(edit.change) else { return nil }
                return SimulatedEdit(number: numbers.next(), change: applied.change, undoes: edit.undoes)
            }
            return MergedEdits(table: table, edits: left, open: [], steps: steps, typedOver: [])
        }
        guard let merged = good.mergeEdits(edits, steps, mine: mine, theirs: theirs, at: place, &numbers) else {
            return nil
        }
        return MergedEdits(
            table: merged.table, edits: fault == .losesEdits ? [] : merged.edits,
            open: fault == .forgetsOpen ? [] : merged.open, steps: merged.steps, typedOver: merged.typedOver)
    }

    func revert(_ change: Change, in table: inout RecordTable, changedElsewhere: ChangedElsewhere) -> Change? {
        guard fault == .undoesAll else {
            return good.revert(change, in: &table, changedElsewhere: changedElsewhere)
        }
        return try? table.apply(change).change
    }

    func follow(
        _ open: inout OpenEdits, from before: RecordTable, to table: RecordTable, at desk: Int,
        opening conflicts: [EditConflict]
    ) {
        good.follow(&open, from: before, to: table, at: desk, opening: conflicts)
        if fault == .losesOpen { open.close(open.list) }
    }
}
