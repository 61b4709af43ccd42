import CoreTestSupport
import Glibc
import KirokuCore
import Testing

@testable import KirokuServer

/// Copies that go on for days without the server.
@Suite("Sharing a document, after days without the server", .serialized)
@MainActor
struct SharingOfflineTests {
    /// As many edits as the environment says, for a longer run.
    nonisolated private static let edits =
        getenv("KIROKU_SHARING_EDITS").flatMap { Int(String(cString: $0)) } ?? 1_000
    private static let (records, shared) = (400, 100)

    @Test("Two that have made thousands of edits each, by clocks of other days, lose none")
    func twoDays() async throws {
        defer { AppClock.shared.reset() }
        var table = try RecordTable(fieldNames: ["A", "B", "C"], fieldTypes: [.string, .string, .int])
        for number in 0..<Self.records {
            try table.addRecord([.string("a\(number)"), .string("b\(number)"), .int(number)])
        }
        let team = try await Team(table)
        try await team.sync()
        // One's clock is a day behind, the other's a day ahead; both edit for two days.
        for (number, member) in team.members.enumerated() {
            try AppClock.shared.setShift(number == 0 ? -86_400 : 86_400)
            for edit in 0..<Self.edits {
                AppClock.shared.advance(by: 2 * 86_400 / Double(Self.edits))
                // The first field is the one's, the second the other's; of the third, both change the first records.
                let isShared = edit < Self.shared
                let record = isShared ? edit : edit % Self.records
                let value: CellValue = isShared ? .int(1_000_000 * (number + 1) + edit) : .string("\(number) \(edit)")
                try member.document.setCells([CellEdit(record: record, field: isShared ? 2 : number, value: value)])
            }
            await member.document.finishSaving()
            #expect(try await member.status().waiting == Self.edits)
        }
        AppClock.shared.reset()
        let first = try await team[0].sync()
        #expect((first.sent, first.waiting, first.unresolved) == (Self.edits, 0, 0))
        let second = try await team[1].sync()
        #expect((second.sent, second.waiting) == (Self.edits - Self.shared, 0))
        #expect(second.unresolved == Self.shared && team[1].document.conflicts.count == Self.shared)
        try await team.sync()
        #expect(team[0].texts == team[1].texts)
        for record in 0..<Self.records {
            // The last edit that each has made there.
            let last = stride(from: record, to: Self.edits, by: Self.records).filter { $0 >= Self.shared }.last
            let expected: [String?] = [0, 1].map { number in last.map { "\(number) \($0)" } }
            guard Array(team[0].texts[record].prefix(2)) != expected else { continue }
            Issue.record("record \(record): \(team[0].texts[record])")
            break
        }
        #expect(team[0].table[7, 2] == .int(1_000_007))
        #expect(team[1].document.conflicts.contains { $0.own == .int(2_000_007) && $0.theirs == .int(1_000_007) })
        await team.close()
    }
}
