import CoreTestSupport
import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

/// What must neither be lost nor done twice, though there is no table of commits.
@Suite("Copies of other programs' tables, with faults")
@MainActor
struct ForeignDoubtTests {
    private let numbered = """
        CREATE TABLE t (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, number integer);
        INSERT INTO t (name, number) VALUES ('first', 0), ('second', 0)
        """

    @Test("A line that is cut at any byte leaves a new record with a number of the server's there once")
    func cutsInNewRecords() async throws {
        let copies = try await Copies(numbered)
        let proxy = try await copies[0].rerouted()
        defer { proxy.proxy.end() }
        let copy = copies[0]
        let length = try await lengthOfEdit(copy, proxy.proxy) { try copy.add([[nil, "0", "0"]]) }
        var (names, cuts) = (["0"], 0)
        for position in stride(from: 1, through: length + 60, by: 131) {
            let name = String(names.count)
            try copy.add([[nil, name, "1"]])
            names.append(name)
            await copy.document.finishSaving()
            proxy.proxy.cut(after: position)
            do { _ = try await copy.desk.sync() } catch { cuts += 1 }
            proxy.proxy.cut(after: nil)
            let report = try await copy.desk.sync()
            #expect((report.waiting, report.unresolved) == (0, 0), "cut at \(position)")
        }
        #expect(cuts > 10)
        let found = try copies.database.value("SELECT string_agg(name, ',' ORDER BY id) FROM t WHERE id > 2")
        #expect(found == names.joined(separator: ","))
        _ = try await copy.sync()
        #expect(copy.texts.compactMap { $0[1] } == ["first", "second"] + names)
        await copies.close()
    }

    @Test("A line that is cut at any byte leaves cells, and a changed key, written once")
    func cutsInCells() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, number integer); INSERT INTO t VALUES (1, 0), (2, 0)")
        let proxy = try await copies[0].rerouted()
        defer { proxy.proxy.end() }
        let copy = copies[0]
        var number = 0
        func edit() throws {
            number += 1
            try copy.document.setCells([
                CellEdit(record: 0, field: 0, value: .int(number * 10)),
                CellEdit(record: 1, field: 1, value: .int(number)),
            ])
        }
        let length = try await lengthOfEdit(copy, proxy.proxy, edit)
        for position in stride(from: 1, through: length + 60, by: 131) {
            try edit()
            await copy.document.finishSaving()
            proxy.proxy.cut(after: position)
            _ = try? await copy.desk.sync()
            proxy.proxy.cut(after: nil)
            let report = try await copy.desk.sync()
            #expect((report.waiting, report.unresolved) == (0, 0), "cut at \(position)")
            #expect(
                Set(try copies.rows()) == ["(\(number * 10),0)", "(2,\(number))"], "cut at \(position)")
        }
        _ = try await copy.sync()
        #expect(copy.texts == [["\(number * 10)", "0"], ["2", "\(number)"]])
        await copies.close()
    }

    /// How many bytes go up for an edit.
    private func lengthOfEdit(
        _ copy: Member, _ proxy: CuttingProxy, _ edit: () throws -> Void
    ) async throws -> Int {
        _ = try await copy.sync()
        let before = proxy.passedCount
        try edit()
        _ = try await copy.sync()
        return proxy.passedCount - before
    }

    @Test("A transaction that was in doubt counts if it was committed, its rows being found, and is sent again if not")
    func settled() async throws {
        let copies = try await Copies(numbered)
        let copy = copies[0]
        for isCommitted in [true, false] {
            let name = isCommitted ? "kept" : "given up"
            try copy.add([[nil, name, "1"]])
            await copy.document.finishSaving()
            let file = try await CardFile.openForSync(copy.path)
            let waiting = try await file.waiting()
            // Another connection does what this one would have done, and nobody hears of the answer.
            let line = try copies.database.line()
            try line.execute("BEGIN")
            let number = try #require(try line.rows("SELECT pg_current_xact_id()::text").first?[0])
            try line.execute("INSERT INTO t (name, number) VALUES ('\(name)', 1)")
            try line.execute(isCommitted ? "COMMIT" : "ROLLBACK")
            try await file.updateSyncState {
                $0.foreign?.doubt = CommitInDoubt(commits: waiting.map(\.id), transaction: number)
            }
            await file.close()
            let records = copy.table.ids
            await copy.desk.close()
            let desk = try await SyncEngine.open(copy.path)
            let report = try await desk.sync()
            #expect((report.sent, report.waiting, report.unresolved) == (1, 0, 0))
            await desk.close()
            try await copy.catchUp()
            #expect(try copies.database.value("SELECT count(*) FROM t WHERE name = '\(name)'") == "1")
            #expect(copy.texts.last?[1] == name && copy.texts.last?[0] != nil)
            #expect(copy.table.ids == records)
        }
        await copies.close()
    }

    @Test("What the server can no longer say of is left to the user, and not sent twice")
    func forgotten() async throws {
        let copies = try await Copies(numbered)
        let copy = copies[0]
        try copy.add([[nil, "new", "1"]])
        await copy.document.finishSaving()
        let file = try await CardFile.openForSync(copy.path)
        let waiting = try await file.waiting()
        try await file.updateSyncState {
            $0.foreign?.doubt = CommitInDoubt(commits: waiting.map(\.id), transaction: "900000000")
        }
        await file.close()
        let report = try await copy.sync()
        #expect((report.sent, report.waiting) == (0, 0))
        #expect(copy.document.conflicts.count == 1 && copy.sentences.count == 1)
        #expect(try copies.rows().count == 2)
        await copies.close()
    }

    @Test("In another past of the server, a row is read even if its mark is the same by chance")
    func sameMark() async throws {
        let copies = try await Copies(
            "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'a'), (2, 'b')", count: 2)
        try copies.database.execute("UPDATE t SET name = 'theirs' WHERE id = 1")
        _ = try await copies[1].sync()
        let other = try await CardFile.openForSync(copies[1].path)
        let marks = try await other.keys(inBuckets: nil)
        await other.close()
        let file = try await CardFile.openForSync(copies[0].path)
        var keys = KeyChanges()
        keys.set = try await file.keys(inBuckets: nil).map { known in
            let mark = marks.first { $0.key == known.key }?.mark ?? known.mark
            return RecordKey(record: known.record, key: known.key, bucket: known.bucket, mark: mark)
        }
        try await file.updateSyncState(keys: keys)
        await file.close()
        #expect(try await copies[0].sync().received == 0)
        try await copies[0].note { $0.timeline = "another" }
        try await copies[0].reconnect()
        #expect(try await copies[0].sync().received == 1)
        #expect(copies[0].texts == [["1", "theirs"], ["2", "b"]])
        await copies.close()
    }
}
