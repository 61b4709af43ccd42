import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// All plays of one record with two cells, made of the edits and exchanges that a test names, up to so many of each
/// (``SmallWorlds``).
///
/// The number of plays that a test expects shows that none was left out.
@Suite("Small worlds, all of them")
struct SmallWorldTests {
    private static let anything: [Turn.Move] = [
        .set(0, 0), .clear(0, 0), .add(1), .delete(0), .rename(0), .retype(0), .remove(0), .undo, .redo, .mine(0),
        .theirs(0),
    ]

    private func world(_ desks: Int, isShared: Bool) throws -> World {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.string, .string])
        try table.addRecord([.string("a"), .string("b")])
        return World(MergingEngine(), desks: desks, isShared: isShared, table: table)
    }

    private func play(_ worlds: SmallWorlds, expecting count: Int) {
        var worlds = worlds
        worlds.playAll()
        for (turns, faults) in worlds.failures { Issue.record("\(turns): \(faults)") }
        #expect(worlds.count == count)
    }

    @Test("Two windows on a file, up to four edits of two cells")
    func cells() throws {
        play(
            SmallWorlds(try world(2, isShared: false), [.set(0, 0), .set(0, 1), .undo], upTo: 4, [.save], upTo: 3),
            expecting: 14_477)
    }

    @Test("Two windows on a file, up to three edits of a cell and its record, looking and saving")
    func looking() throws {
        let edits: [Turn.Move] = [.set(0, 0), .clear(0, 0), .delete(0), .undo]
        play(SmallWorlds(try world(2, isShared: false), edits, upTo: 3, [.look, .save], upTo: 3), expecting: 7_350)
    }

    @Test("Two windows on a file, up to three edits of anything")
    func anything() throws {
        play(SmallWorlds(try world(2, isShared: false), Self.anything, upTo: 3, [.save], upTo: 2), expecting: 21_342)
    }

    @Test("Three windows on a file, up to four edits of a cell and its record")
    func three() throws {
        play(
            SmallWorlds(try world(3, isShared: false), [.set(0, 0), .delete(0)], upTo: 4, [.save], upTo: 3),
            expecting: 43_221)
    }

    @Test("Two desks at a server, up to three edits of two cells and their record")
    func shared() throws {
        let edits: [Turn.Move] = [.set(0, 0), .set(0, 1), .delete(0), .undo]
        play(
            SmallWorlds(try world(2, isShared: true), edits, upTo: 3, [.save, .send, .receive], upTo: 3),
            expecting: 10_189)
    }

    @Test("Two desks at a server, up to two edits of anything, with answers that are lost")
    func sharedAnything() throws {
        let exchanges: [Turn.Move] = [.save, .sendUnheard, .send, .receive]
        play(SmallWorlds(try world(2, isShared: true), Self.anything, upTo: 2, exchanges, upTo: 4), expecting: 18_478)
    }

    @Test("Three desks at a server, up to three edits of a cell and its record")
    func sharedByThree() throws {
        let edits: [Turn.Move] = [.set(0, 0), .delete(0)]
        play(
            SmallWorlds(try world(3, isShared: true), edits, upTo: 3, [.save, .send, .receive], upTo: 3),
            expecting: 6_527)
    }
}
