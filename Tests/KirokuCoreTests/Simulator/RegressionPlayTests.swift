import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Faults that there were once, each as the shortest play that had it.
@Suite("Plays that were not fair once")
struct RegressionPlayTests {
    /// - Parameters:
    ///   - open: how many edits are open at the end.
    func expectFair(
        _ turns: [Turn], desks: Int = 2, isShared: Bool = false, records: Int = 2, fields: Int = 2, open: Int
    ) {
        let table = RecordTable.played(records: records, fields: fields)
        var world = World(MergingEngine(), desks: desks, isShared: isShared, table: table)
        for turn in turns {
            world.make(turn)
        }
        world.settle()
        #expect(world.faults.isEmpty)
        #expect(world.windows.reduce(0) { $0 + $1.conflicts.count } == open)
    }

    // MARK: One file

    @Test("An edit that was left out, and is typed over")
    func typedOver() {
        expectFair(
            [Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save), Turn(0, .save), Turn(0, .set(0, 0))], open: 0)
    }

    @Test("An edit that was left out and typed over is open again after undo, and can be made after all")
    func reopened() {
        let crossed = [Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save), Turn(0, .save)]
        expectFair(crossed + [Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .undo)], open: 1)
        expectFair(crossed + [Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .undo), Turn(0, .mine(0))], open: 0)
        expectFair(crossed + [Turn(0, .theirs(0)), Turn(0, .undo), Turn(0, .redo)], open: 0)
    }

    @Test("What was typed into a record that is gone is open, and comes back with it")
    func lost() {
        let crossed = [Turn(0, .set(0, 0)), Turn(1, .delete(0)), Turn(1, .save), Turn(0, .save)]
        expectFair(crossed, open: 1)
        expectFair(crossed + [Turn(0, .mine(0)), Turn(0, .save), Turn(1, .undo)], open: 1)
        expectFair(crossed + [Turn(0, .theirs(0)), Turn(0, .undo)], open: 1)
    }

    @Test("Values that were typed over before any was saved, while others have changed the cell twice")
    func typedOverUnsaved() {
        let three = [Turn(0, .set(0, 0)), Turn(0, .set(0, 0)), Turn(0, .set(0, 0))]
        expectFair(three + [Turn(1, .set(0, 0)), Turn(1, .save)], open: 1)
        expectFair(
            three + [
                Turn(1, .set(0, 0)), Turn(1, .save), Turn(0, .look), Turn(0, .set(0, 0)), Turn(1, .set(0, 0)),
                Turn(1, .save),
            ], open: 1)
    }

    @Test("Values that were typed over in a new record, while others have changed something else twice")
    func typedOverInNew() {
        expectFair(
            [
                Turn(0, .add(2)), Turn(0, .set(2, 0)), Turn(0, .set(2, 0)), Turn(1, .set(0, 0)), Turn(1, .save),
                Turn(0, .look), Turn(1, .set(0, 1)), Turn(1, .save),
            ], open: 0)
    }

    @Test("What was typed into a field before it was removed or got another type, which others have changed meanwhile")
    func typedBefore() {
        for move in [Turn.Move.remove(0), .retype(0)] {
            let edits = [Turn(0, .set(0, 0)), Turn(0, move)]
            expectFair(edits + [Turn(1, .set(1, 0)), Turn(1, .save)], open: 1)
            expectFair(
                edits + [Turn(1, .set(1, 1)), Turn(1, .save), Turn(0, .look), Turn(1, .set(1, 0)), Turn(1, .save)],
                open: 1)
        }
    }

    @Test("What was typed before, between and after a field got other types, while others have changed it")
    func retypedTwice() {
        let edits = [
            Turn(0, .set(0, 0)), Turn(0, .add(2)), Turn(0, .retype(0)), Turn(0, .set(0, 0)), Turn(0, .retype(0)),
            Turn(0, .set(1, 0)), Turn(0, .set(2, 0)),
        ]
        for move in [Turn.Move.set(1, 1), .set(0, 0), .set(1, 0), .delete(0), .rename(0)] {
            let table = RecordTable.played(records: 2, fields: 2)
            let world = World(MergingEngine(), desks: 2, isShared: false, table: table)
            #expect(World.faults(of: edits + [Turn(1, move), Turn(1, .save)], in: world).isEmpty)
        }
    }

    @Test("What undo has taken back before it was saved is not open")
    func undone() {
        expectFair(
            [Turn(0, .set(0, 0)), Turn(0, .undo), Turn(0, .set(0, 0)), Turn(1, .set(0, 0)), Turn(1, .save)], open: 1)
        expectFair([Turn(0, .set(0, 0)), Turn(0, .undo), Turn(1, .set(0, 0)), Turn(1, .save)], open: 0)
    }

    @Test("The last field, of which each of two has removed another one")
    func lastField() {
        expectFair([Turn(0, .remove(0)), Turn(1, .remove(1))], open: 1)
    }

    // MARK: A server

    @Test("What others have sent after the server was read is not set back")
    func readBefore() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .ask), Turn(1, .set(0, 1)), Turn(1, .add(0)),
                Turn(1, .save), Turn(1, .send), Turn(0, .deliver(0)), Turn(0, .send),
            ], isShared: true, open: 0)
    }

    @Test("An edit of which the answer was lost is made once")
    func answerLost() {
        let sent = [Turn(0, .add(0)), Turn(0, .set(1, 0)), Turn(0, .save), Turn(0, .sendUnheard)]
        expectFair(sent + [Turn(0, .send)], isShared: true, open: 0)
        expectFair(sent + [Turn(0, .receive), Turn(0, .set(1, 0)), Turn(0, .save)], isShared: true, open: 0)
    }

    @Test("An answer that comes late, and twice, is heard once")
    func answerLate() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .sendSlowly), Turn(0, .receive), Turn(0, .set(0, 0)),
                Turn(0, .save), Turn(0, .deliver(1)), Turn(0, .deliver(0)),
            ], isShared: true, open: 0)
    }

    @Test("A server that has lost edits gets them again, whoever has seen them")
    func backup() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .send), Turn(1, .receive), Turn(1, .save),
                Turn(1, .set(0, 0)), Turn(1, .save), Turn(1, .send), Turn(0, .restore(2)), Turn(1, .receive),
            ], isShared: true, open: 1)
    }

    @Test("A server that has lost edits gets them once from two copies of a file that had them made otherwise")
    func backupOfCopies() {
        expectFair(
            [
                Turn(0, .delete(1)), Turn(0, .set(0, 1)), Turn(0, .set(0, 0)), Turn(0, .save), Turn(0, .send),
                Turn(0, .copy), Turn(1, .restore(3)),
            ], isShared: true, open: 0)
    }

    @Test("Two copies of a file with the same edits that wait send them once")
    func copies() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(0, .add(0)), Turn(0, .save), Turn(0, .copy), Turn(2, .set(1, 1)),
                Turn(2, .save), Turn(2, .send), Turn(0, .send),
            ], isShared: true, open: 0)
    }

    @Test("A record that was to be deleted and stays keeps what is in a field that gets another type and back")
    func retypedBesideDeleted() {
        expectFair(
            [
                Turn(0, .delete(0)), Turn(0, .retype(0)), Turn(0, .undo), Turn(0, .redo), Turn(0, .save),
                Turn(1, .set(0, 1)), Turn(1, .save), Turn(1, .send),
            ], isShared: true, records: 1, open: 1)
    }

    @Test("A record that was to be deleted and stays keeps what is in a field that is removed, back, and removed again")
    func removedBesideDeleted() {
        let deleted = [Turn(1, .delete(0)), Turn(1, .remove(0)), Turn(1, .undo), Turn(1, .redo)]
        expectFair(deleted + [Turn(0, .set(1, 1))], isShared: true, records: 1, open: 1)
        expectFair(deleted + [Turn(0, .set(1, 1)), Turn(0, .save)], records: 1, open: 1)
    }

    @Test("A new record that was deleted and is back keeps what is in a field that was another one meanwhile")
    func newBesideRetyped() {
        for undone in [[Turn(0, .retype(1))], [Turn(0, .addField), Turn(0, .remove(0))]] {
            let edits = [Turn(0, .add(3)), Turn(0, .add(1))] + undone + [Turn(0, .delete(2))]
            let undo = Array(repeating: Turn(0, .undo), count: undone.count + 1)
            expectFair([Turn(1, .set(1, 1)), Turn(1, .save)] + edits + undo, records: 1, fields: 1, open: 0)
        }
    }

    @Test("A new field that is the last one, and so is not removed, is the same when it comes back")
    func lastFieldBack() {
        expectFair(
            [
                Turn(0, .retype(0)), Turn(0, .clear(0, 0)), Turn(0, .remove(2)), Turn(0, .undo), Turn(1, .remove(1)),
                Turn(1, .save), Turn(0, .undo),
            ], records: 1, open: 0)
    }

    @Test("A field stays whose cell others have changed in a record that was deleted, back, and deleted again")
    func removedBesideDeletedTwice() {
        expectFair(
            [
                Turn(1, .delete(0)), Turn(1, .remove(1)), Turn(1, .undo), Turn(1, .undo), Turn(1, .remove(1)),
                Turn(1, .delete(2)), Turn(0, .clear(0, 1)),
            ], isShared: true, records: 1, fields: 3, open: 2)
    }

    @Test("A record that is back keeps what is in a new field that was removed and is back, too")
    func backBesideNewField() {
        expectFair(
            [
                Turn(0, .remove(0)), Turn(1, .retype(2)), Turn(1, .delete(2)), Turn(1, .remove(2)), Turn(1, .undo),
                Turn(1, .undo),
            ], isShared: true, records: 1, fields: 3, open: 0)
    }

    @Test("Nothing is open of a new record that was deleted again, whatever has become of its fields")
    func newAndDeletedAgain() {
        expectFair(
            [
                Turn(0, .add(0)), Turn(0, .set(0, 1)), Turn(0, .retype(1)), Turn(0, .delete(0)), Turn(1, .set(0, 0)),
                Turn(1, .save),
            ], isShared: false, records: 1, fields: 2, open: 0)
    }

    @Test("A record is deleted also where a new field is the last one and stays")
    func deletedBesideLastField() {
        expectFair(
            [
                Turn(1, .remove(2)), Turn(0, .retype(1)), Turn(1, .save), Turn(0, .remove(1)), Turn(0, .delete(1)),
                Turn(1, .send),
            ], isShared: true, records: 1, open: 0)
    }

    @Test("What undo opens again does not go over what was entered since into a record that is gone")
    func openedAgain() {
        expectFair(
            [
                Turn(1, .set(1, 0)), Turn(1, .save), Turn(0, .clear(0, 0)), Turn(0, .save), Turn(1, .delete(0)),
                Turn(0, .set(0, 0)), Turn(1, .save), Turn(0, .save), Turn(0, .undo),
            ], records: 1, open: 2)
    }

    @Test("A record that is back stays where others have put it before they have changed it as well")
    func backBesideMove() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(2, .move(0, 1)), Turn(1, .delete(0)), Turn(1, .save), Turn(2, .save),
                Turn(2, .send), Turn(1, .receive), Turn(1, .undo),
            ], desks: 3, isShared: true, open: 0)
    }

    @Test("What a server has after it has gone back is read before anything is sent to it")
    func readBeforeSending() {
        expectFair(
            [
                Turn(0, .delete(2)), Turn(1, .delete(0)), Turn(1, .save), Turn(1, .retype(2)), Turn(1, .add(2)),
                Turn(1, .undo), Turn(1, .send), Turn(0, .restore(1)), Turn(1, .save), Turn(1, .undo), Turn(1, .undo),
                Turn(1, .send), Turn(1, .receive),
            ], desks: 3, isShared: true, records: 1, open: 0)
    }
}
