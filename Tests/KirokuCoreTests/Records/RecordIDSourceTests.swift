import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Identities of new records")
struct RecordIDSourceTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("They ascend and are in their range, whatever the clock does")
    func ascending() {
        let clock = AppClock.fixed(at: now)
        let source = RecordIDSource(desk: 7, now: { clock.now })
        var last = RecordID(rawValue: 0)
        for step in [0, 1, -3_600, 60, -86_400] {
            clock.advance(by: Double(step))
            for id in source.take(5_000) {
                #expect(id > last)
                #expect(RecordID.range.contains(id.rawValue))
                last = id
            }
        }
    }

    @Test(
        "A clock that is far off does no harm",
        arguments: [Date.distantPast, Date.distantFuture, Date(timeIntervalSince1970: 2_900_000_000)])
    func strangeClock(date: Date) {
        let ids = RecordIDSource(now: { date }).take(100)
        #expect(Set(ids).count == 100)
        #expect(ids.allSatisfy { RecordID.range.contains($0.rawValue) })
    }

    @Test("Sources that work at once never make the same, each with a desk from the same folder")
    func distinct() async throws {
        let folder = try TemporaryFolder()
        let desks = folder.path("desks")
        let sources = (0..<4).map { _ in RecordIDSource(now: { [now] in now }) }
        for source in sources { source.leaseIDs(in: desks) }
        let ids = await withTaskGroup(of: [RecordID].self) { group in
            for source in sources { group.addTask { (0..<25).flatMap { _ in source.take(1_000) } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(sources.map(\.desk)).count == 4)
        #expect(Set(ids).count == 100_000)
    }

    @Test("A desk that is free again goes on after all that was ever made at it")
    func takenOver() throws {
        let folder = try TemporaryFolder()
        let desks = folder.path("desks")
        var lease = RecordIDLease(in: desks, now: 1_000)
        let desk = try #require(lease?.desk)
        // Somebody else gets another one.
        #expect(try #require(RecordIDLease(in: desks, now: 1_000)).desk != desk)
        lease?.reserve(5_000)
        lease = nil
        // The clock has not come so far: the desk is left to rest.
        #expect(try #require(RecordIDLease(in: desks, now: 5_000)).desk != desk)
        let later = try (0..<8).map { _ in try #require(RecordIDLease(in: desks, now: 1_000_000)) }
        #expect(later.contains { $0.desk == desk })
        #expect(later.allSatisfy { $0.firstTick >= 1_000_000 })
    }

    @Test("Where there is no folder to write to, identities are made all the same")
    func noFolder() {
        let source = RecordIDSource()
        source.leaseIDs(in: "/proc/none/desks")
        #expect(Set(source.take(10)).count == 10)
    }

    @Test("Two desks that go by one number and make a record in the same moment hardly ever make the same identity")
    func counters() {
        var clashes = 0
        for _ in 0..<200 {
            let sources = (0..<2).map { _ in RecordIDSource(desk: 7, now: { [now] in now }) }
            if sources[0].next() == sources[1].next() { clashes += 1 }
        }
        #expect(clashes < 5)
    }
}
