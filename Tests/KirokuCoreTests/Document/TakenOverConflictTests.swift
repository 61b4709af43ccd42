import CoreTestSupport
import Testing

@testable import KirokuCore

@Suite("Edits that others have left out")
struct TakenOverConflictTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("What a process that is still running has left out is its own")
    func running() {
        let desks = folder.path("desks")
        let (mine, theirs) = (RecordIDSource(), RecordIDSource())
        for source in [mine, theirs] { source.leaseDesk(in: desks) }
        let (own, id) = (mine.next(), theirs.next())
        #expect(mine.isAtWork(elsewhere: id))
        #expect(!mine.isAtWork(elsewhere: own))
        #expect(!RecordIDSource().isAtWork(elsewhere: id))
        #expect(!mine.isFromAfar(id))
        #expect(!mine.isFromAfar(own))
    }

    @Test("Of a process that has ended it is known that it has; of one that shares no folder it is not")
    func ended() {
        let desks = folder.path("desks")
        let mine = RecordIDSource()
        mine.leaseDesk(in: desks)
        let own = mine.next()
        func end() -> RecordID {
            let source = RecordIDSource()
            source.leaseDesk(in: desks)
            return source.next()
        }
        let ended = end()
        #expect(!mine.isAtWork(elsewhere: ended))
        #expect(!mine.isFromAfar(ended))
        var desk = RecordIDSource.desk(of: own) ^ 1
        if desk == RecordIDSource.desk(of: ended) { desk ^= 2 }
        #expect(mine.isFromAfar(RecordIDSource(desk: desk).next()))
    }

    @Test("What comes from afar stays in the document as it is there until it is decided")
    func afar() throws {
        let table = try threePeople()
        var rest = table
        _ = try rest.apply(try .deleteRecords(at: RecordIndexes(0), in: table))
        let source = RecordIDSource(desk: RecordIDSource.shared.desk ^ 1)
        let before = [(source.next(), 0), (source.next(), 1), (RecordIDSource.shared.next(), 0)].map { id, field in
            var conflict = EditConflict(
                reason: .cellChanged, record: table.ids[0], field: table.schema[field].id, fieldName: "Name",
                own: field == 0 ? .string("Anne") : .int(7), theirs: table[0, field])
            conflict.id = id
            return conflict
        }
        var settings = DocumentSettings()
        settings.keep(before, insteadOf: [])
        let after = LeftOutEdits(before).followed(to: rest) { _ in table.picked(at: RecordIndexes(0)) }
        #expect(after.map(\.reason) == [.recordGone, .recordGone, .recordGone])
        #expect(after.map(\.ownText) == ["Anne", "7", "Anne\t0"])
        settings.keep(after, insteadOf: before)
        let kept = Dictionary(settings.leftOut.map { ($0.id, $0.reason) }) { first, _ in first }
        #expect(before.map { kept[$0.id] } == [.cellChanged, .cellChanged, .recordGone])
        settings.keep([], insteadOf: after)
        #expect(settings.leftOut.isEmpty)
    }
}
