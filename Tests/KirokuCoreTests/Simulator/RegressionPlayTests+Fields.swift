import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Plays with fields that come and go while others change them, and with copies of a file that have the same waiting edits.
extension RegressionPlayTests {
    @Test("A field that is back, and then gets another type, keeps what was in it while others change another field")
    func retypedAfterUndo() {
        let edits = [
            Turn(1, .remove(1)), Turn(1, .save), Turn(1, .undo), Turn(1, .retype(1)), Turn(1, .send),
        ]
        expectFair(edits + [Turn(0, .rename(0))], isShared: true, open: 0)
        expectFair(
            edits + [Turn(1, .delete(1)), Turn(1, .undo), Turn(0, .rename(0))], isShared: true, open: 0)
    }

    @Test("What was typed in a copy with the same waiting edits is open where others have typed over it")
    func typedOverInCopy() {
        expectFair(
            [
                Turn(1, .retype(0)), Turn(1, .set(1, 1)), Turn(1, .retype(1)), Turn(1, .save), Turn(0, .add(0)),
                Turn(1, .copy), Turn(1, .rename(1)), Turn(1, .set(0, 1)),
            ], isShared: true, records: 1, open: 4)
    }

    @Test("A field that a copy with the same waiting edits takes the place of")
    func retypedInCopy() {
        expectFair(
            [
                Turn(0, .addField), Turn(1, .retype(1)), Turn(1, .retype(1)), Turn(1, .save), Turn(1, .undo),
                Turn(1, .copy),
            ], isShared: true, records: 1, open: 0)
    }

    @Test("An answer of a server that has gone back since is not heard after that")
    func answerOfOtherPast() {
        expectFair(
            [
                Turn(0, .set(0, 1)), Turn(0, .save), Turn(0, .sendSlowly), Turn(0, .restore(1)), Turn(0, .receive),
                Turn(0, .deliver(4)),
            ], isShared: true, records: 1, open: 0)
    }

    @Test("A record that stays keeps what others have in a field that was removed and is back")
    func staysBesideFieldBack() {
        expectFair(
            [
                Turn(1, .delete(2)), Turn(0, .set(0, 0)), Turn(1, .remove(1)), Turn(1, .save), Turn(0, .save),
                Turn(0, .send), Turn(1, .receive), Turn(0, .clear(1, 0)), Turn(1, .undo),
            ], isShared: true, records: 1, open: 2)
    }

    @Test("A record that is back without a field keeps what others have in it")
    func backWithoutField() {
        expectFair(
            [
                Turn(1, .retype(0)), Turn(0, .add(1)), Turn(0, .save), Turn(0, .set(1, 1)), Turn(0, .sendUnheard),
                Turn(1, .delete(1)), Turn(1, .save), Turn(1, .undo), Turn(1, .receive),
            ], isShared: true, open: 3)
    }

    @Test("A field that is new and gets another type, which a copy with the same waiting edits has sent, is there once")
    func addedInCopy() {
        expectFair(
            [
                Turn(0, .addField), Turn(0, .retype(1)), Turn(0, .clear(1, 0)), Turn(1, .retype(0)), Turn(0, .save),
                Turn(1, .save), Turn(1, .send), Turn(0, .copy), Turn(0, .set(1, 1)),
            ], isShared: true, fields: 1, open: 3)
    }

    @Test("A field that a copy with the same waiting edits has renamed and removes")
    func renamedInCopy() {
        expectFair(
            [
                Turn(1, .rename(2)), Turn(0, .remove(1)), Turn(1, .remove(0)), Turn(0, .save), Turn(0, .send),
                Turn(1, .save), Turn(0, .undo), Turn(1, .copy), Turn(1, .receive),
            ], isShared: true, open: 0)
    }

    @Test("What is back with a field is open where others have deleted its record, also after it was typed over")
    func deletedBesideFieldBack() {
        expectFair(
            [
                Turn(2, .remove(1)), Turn(1, .delete(1)), Turn(2, .save), Turn(2, .undo), Turn(2, .set(0, 1)),
                Turn(2, .undo),
            ], desks: 3, records: 1, open: 1)
    }

    @Test("A record that is back has what its field brings along, which others have still")
    func backBesideFieldOfOthers() {
        expectFair(
            [
                Turn(1, .rename(2)), Turn(0, .remove(2)), Turn(0, .delete(1)), Turn(0, .save), Turn(1, .save),
                Turn(1, .send), Turn(0, .undo), Turn(0, .receive), Turn(0, .undo),
            ], isShared: true, fields: 3, open: 2)
    }

    @Test("What others have typed into a field that was to be removed is not what undo brings back with another type")
    func typedBesideFieldBack() {
        expectFair(
            [
                Turn(0, .set(0, 0)), Turn(0, .save), Turn(2, .remove(0)), Turn(2, .save), Turn(2, .undo),
                Turn(2, .retype(2)), Turn(0, .send), Turn(2, .receive),
            ], desks: 3, isShared: true, open: 2)
    }

    @Test("What is typed into a field with its old type again is there beside the one that others have brought back")
    func typedBesideFieldBackTwice() {
        expectFair(
            [
                Turn(1, .retype(0)), Turn(0, .remove(0)), Turn(1, .save), Turn(0, .save), Turn(1, .send),
                Turn(1, .undo), Turn(0, .receive), Turn(1, .set(0, 0)), Turn(0, .undo),
            ], isShared: true, open: 0)
    }

    @Test("A field that gets a new name, another type and its old one is the same where both have emptied a cell")
    func renamedAndRetypedTwice() {
        expectFair(
            [
                Turn(1, .clear(1, 0)), Turn(1, .rename(0)), Turn(0, .clear(1, 0)), Turn(1, .retype(0)),
                Turn(1, .retype(0)),
            ], records: 1, open: 0)
    }

    @Test("Redo does not remove a field with what others have brought back in it")
    func backBeforeRedo() {
        expectFair(
            [
                Turn(1, .remove(2)), Turn(1, .undo), Turn(0, .remove(2)), Turn(0, .save), Turn(0, .undo),
                Turn(1, .save), Turn(0, .save), Turn(1, .save), Turn(1, .redo),
            ], fields: 3, open: 0)
    }

    @Test("A record stays in which others have emptied the same cell of a field that is back")
    func deletedBesideEmptied() {
        expectFair(
            [
                Turn(2, .clear(1, 0)), Turn(0, .remove(0)), Turn(2, .save), Turn(0, .save), Turn(0, .undo),
                Turn(0, .clear(1, 0)), Turn(2, .send), Turn(0, .receive), Turn(0, .delete(1)),
            ], desks: 3, isShared: true, open: 2)
    }
}
