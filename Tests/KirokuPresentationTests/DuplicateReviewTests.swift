import KirokuCore
import KirokuPresentation
import Testing

@Suite("Going through groups of duplicates")
struct DuplicateReviewTests {
    /// Three groups of two: Ann, Bob and Cy, one after the other.
    private static func table() throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Name", "Note"], fieldTypes: [.string, .string])
        for (name, note) in [("Ann", "1"), ("Bob", "2"), ("Cy", "3"), ("Ann", "4"), ("Bob", "2"), ("Cy", "")] {
            try table.addRecord([.string(name), note.isEmpty ? .empty : .string(note)])
        }
        return table
    }

    private static func review(_ table: RecordTable) async throws -> DuplicateReview {
        try await DuplicateReview.of(table, in: [table.schema[0].id], .exact) { _ in }
    }

    @Test("Records are shown group by group")
    func rows() async throws {
        var table = try Self.table()
        let review = try await Self.review(table)
        #expect(review.rows(in: table) == [0, 3, 1, 4, 2, 5])
        #expect(review.group(of: table.ids[4]) == 1)
        try table.deleteRecord(at: 1)
        #expect(review.rows(in: table) == [0, 2, 3, 1, 4])
        #expect(review.firstRecord(of: 1, in: table) == 3)
    }

    @Test("From one group to the next that is not decided, and on at the other end")
    func next() async throws {
        var review = try await Self.review(Self.table())
        #expect(review.openGroup(after: -1) == 0 && review.openGroup(after: 2) == 0)
        review.decide([1], .leftOut)
        #expect(review.openGroup(after: 0) == 2 && review.openGroup(after: 2, forward: false) == 0)
        #expect(review.openGroup(after: 0, forward: false) == 2)
        review.decide([0, 2], .merged)
        #expect(review.openGroup(after: 0) == nil && review.openCount == 0)
        #expect(review.lastOutcome == .merged)
        let last = review.undoDecision()
        #expect(last == [0, 2] && review.lastOutcome == .leftOut && review.outcomes == [1: .leftOut])
        let first = review.undoDecision()
        let none = review.undoDecision()
        #expect(first == [1] && none == [])
    }

    @Test("What is chosen is chosen for its group, as long as that is not decided")
    func choosing() async throws {
        let table = try Self.table()
        var review = try await Self.review(table)
        let note = table.schema[1].id
        #expect(review.merge(of: 0, in: table)?.kept == 0)
        review.keep(table.ids[3])
        #expect(review.merge(of: 0, in: table)?.values == [.string("Ann"), .string("4")])
        review.take(.record(table.ids[0]), of: note, inGroupOf: table.ids[3])
        #expect(review.merge(of: 0, in: table)?.values == [.string("Ann"), .string("1")])
        review.take(.all, of: note, inGroupOf: table.ids[3])
        #expect(review.merge(of: 0, in: table)?.values == [.string("Ann"), .string("4\n1")])
        review.take(.all, of: note, inGroupOf: table.ids[3])
        #expect(review.merge(of: 0, in: table)?.values == [.string("Ann"), .string("4")])
        review.decide([0], .merged)
        review.keep(table.ids[0])
        #expect(review.choices(of: 0).kept == table.ids[3])
    }

    @Test("A group that others have changed is not merged unseen")
    func unseen() async throws {
        let table = try Self.table()
        var review = try await Self.review(table)
        review.markChanged([table.ids[4], RecordID(rawValue: 1_000)])
        review.decide([0], .leftOut)
        #expect(review.leftByAll == [0, 1])
        let unseen = [2, 1, 1].map { review.takeUnseen(of: $0) }
        #expect(unseen == [false, true, false])
        #expect(review.leftByAll == [0])
    }

    @Test("What was left out stays so in the next search")
    func leftOut() async throws {
        let table = try Self.table()
        var review = try await Self.review(table)
        review.decide([1], .leftOut)
        review.decide([2], .merged)
        let again = try await DuplicateReview.of(
            table, in: [table.schema[0].id], .exact, leavingOut: review.leftOut
        ) { _ in }
        #expect(again.outcomes == [1: .leftOut] && again.lastOutcome == nil && again.openCount == 2)
    }

    @Test("What is said")
    func texts() async throws {
        var table = try Self.table()
        var review = try await Self.review(table)
        #expect(review.summary == "3 groups of similar records, 6 records in total.")
        #expect(review.text(of: 0, in: table) == "Group 1 of 3: 2 records, different in Note.")
        #expect(review.text(of: 1, in: table) == "Group 2 of 3: 2 records, nothing would be lost.")
        review.decide([1], .merged)
        review.decide([0, 2], .leftOut)
        #expect(review.text(of: 1, in: table) == "Group 2 of 3 is merged.")
        #expect(review.text(of: 2, in: table) == "Group 3 of 3: no duplicates.")
        #expect(
            review.summary
                == "3 groups of similar records, 6 records in total. 1 group is merged. 2 groups are marked as no duplicates."
        )
        review.undoDecision()
        try table.deleteRecord(at: 0)
        #expect(
            review.text(of: 0, in: table) == "Group 1 of 3: fewer than two of its records are left.")
    }
}
