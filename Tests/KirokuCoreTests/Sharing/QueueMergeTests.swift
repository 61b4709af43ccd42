import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Edits that wait for a server when others have changed something")
struct QueueMergeTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private func commit(_ number: Int64, _ change: Change = .sequence([]), picture: String? = nil) -> QueuedCommit {
        QueuedCommit(
            number: number, id: "\(number)", time: Self.time, author: CommitAuthor(person: "", program: ""),
            change: change, picture: picture, place: nil)
    }

    @Test("Pictures wait on, also between a change of a field and its undoing", arguments: [true, false])
    func pictures(isUndone: Bool) throws {
        let base = RecordTable.played(records: 1, fields: 2)
        var mine = base
        let contents = try TypeConversion(0, of: mine, to: .choice).contents(id: FieldID(rawValue: 77))
        var fields = mine.schema.fields
        fields[0] = contents.definition
        let retype = try mine.apply(
            try .changeFields(
                to: fields, inserting: [contents],
                replacing: [FieldReplacement(old: base.schema[0].id, new: contents.definition.id)], in: mine)
        ).change
        var queue = [commit(1, retype), commit(2, picture: "a.png"), commit(3, picture: "b.png")]
        if isUndone { queue.append(commit(4, try mine.apply(retype.inverse).change)) }
        // It is not converted, because others have changed it.
        var theirs = base
        try theirs.set(.string("theirs"), at: 0, field: 0)
        let merge = QueueMerge(queue, over: theirs, mine: mine, base: base)
        #expect(merge.commits.compactMap(\.picture) == ["a.png", "b.png"])
        #expect(merge.commits.compactMap(\.picture).count == merge.commits.count)
        #expect(merge.table == theirs)
    }
}
