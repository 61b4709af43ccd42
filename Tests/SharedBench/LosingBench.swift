import FoundationEssentials
import KirokuCore
import KirokuServer
import Synchronization

/// Desks that edit a few cells at the same time: what is overwritten by somebody who has not seen it, and what is lost.
///
/// Every text is written once, and a trigger notes what each has taken the place of. It is the same script twice: choose a
/// cell, look at it, think, write. Kiroku's desks write in their documents; the others write to the server what was typed,
/// as Glom, LibreOffice Base and most tables in a browser do.
struct LosingBench {
    private let place: BenchPlace
    private let (desks, edits): (Int, Int)
    private static let (records, fields) = (2, 2)

    init(_ place: BenchPlace, desks: Int, edits: Int) {
        (self.place, self.desks, self.edits) = (place, desks, edits)
    }

    func run() async throws {
        try await place.working {
            for isBlind in [false, true] {
                let table = isBlind ? "blind" : "kept"
                try await prepare(table)
                let made = try await isBlind ? editBlindly(table) : editDocuments(table)
                let written = try written(table)
                let unseen = written.count { $0.old != made.seen[$0.new] }
                let kept = Set(written.map(\.new)).union(made.leftOut)
                let lost = made.seen.keys.count { !kept.contains($0) }
                let name = isBlind ? "last write wins" : "Kiroku"
                SharedBench.log("\(desks) × \(edits) edits of 4 cells, \(name): overwritten unseen", "\(unseen)")
                SharedBench.log("\(desks) × \(edits) edits of 4 cells, \(name): lost", "\(lost)")
                SharedBench.log(
                    "\(desks) × \(edits) edits of 4 cells, \(name): to be decided", "\(made.leftOut.count)")
            }
        }
    }

    /// What was typed, and what its author saw there before; and what of it is kept to be decided.
    private struct Edits: Sendable {
        var seen: [String: String] = [:]
        var leftOut: Set<String> = []
    }

    private func prepare(_ name: String) async throws {
        var table = try RecordTable(fieldNames: ["A", "B"], fieldTypes: [.string, .string])
        for record in 0..<Self.records { try table.addRecord([.string("a\(record)"), .string("b\(record)")]) }
        try await place.share(table, as: name)
        try BenchLine(place.database).execute(
            """
            CREATE TABLE \(name)_log (seq bigserial, old text, new text);
            CREATE FUNCTION note_\(name)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              IF OLD."A" <> NEW."A" THEN INSERT INTO \(name)_log (old, new) VALUES (OLD."A", NEW."A"); END IF;
              IF OLD."B" <> NEW."B" THEN INSERT INTO \(name)_log (old, new) VALUES (OLD."B", NEW."B"); END IF;
              RETURN NULL;
            END $$;
            CREATE TRIGGER noting AFTER UPDATE ON "\(name)" FOR EACH ROW EXECUTE FUNCTION note_\(name)()
            """)
    }

    /// What has taken the place of what on the server.
    private func written(_ name: String) throws -> [(old: String, new: String)] {
        try BenchLine(place.database).rows("SELECT old, new FROM \(name)_log ORDER BY seq").map { ($0[0], $0[1]) }
    }

    private func think() async {
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
    }

    // MARK: Last write wins

    private func editBlindly(_ name: String) async throws -> Edits {
        try await withThrowingTaskGroup(of: Edits.self) { group in
            for desk in 0..<desks { group.addTask { try await editBlindly(name, desk) } }
            return try await group.reduce(into: Edits()) { $0.seen.merge($1.seen) { first, _ in first } }
        }
    }

    private func editBlindly(_ name: String, _ desk: Int) async throws -> Edits {
        var made = Edits()
        let line = try BenchLine(place.database)
        for edit in 0..<edits {
            let (record, field) = (Int.random(in: 1...Self.records), ["A", "B"][Int.random(in: 0..<Self.fields)])
            let text = "text \(desk).\(edit)"
            made.seen[text] = try line.rows(#"SELECT "\#(field)" FROM "\#(name)" WHERE kiroku_record = \#(record)"#)[0][
                0]
            await think()
            try line.execute(#"UPDATE "\#(name)" SET "\#(field)" = '\#(text)' WHERE kiroku_record = \#(record)"#)
        }
        return made
    }

    // MARK: Kiroku

    private func editDocuments(_ name: String) async throws -> Edits {
        for desk in 0..<desks {
            try await SharedDocuments.join(try place.address(name), at: place.path("\(name) \(desk)"))
        }
        return try await withThrowingTaskGroup(of: Edits.self) { group in
            for desk in 0..<desks { group.addTask { try await editDocument(place.path("\(name) \(desk)"), desk) } }
            return try await group.reduce(into: Edits()) { all, made in
                all.seen.merge(made.seen) { first, _ in first }
                all.leftOut.formUnion(made.leftOut)
            }
        }
    }

    private func editDocument(_ path: String, _ number: Int) async throws -> Edits {
        var made = Edits()
        let desk = try await SyncEngine.open(path)
        for edit in 0..<edits {
            let text = "text \(number).\(edit)"
            let store = DocumentStores.at(path)
            let table = try await store.load().table
            let (record, field) = (Int.random(in: 0..<Self.records), Int.random(in: 0..<Self.fields))
            let seen = table[record, field]
            made.seen[text] = seen.plainText ?? ""
            await think()
            let change = CellChange(
                record: table.ids[record], field: table.schema[field].id, base: seen, value: .string(text))
            try await store.commit([.edit(Edit(.setCells([change])))])
            await store.close()
            for _ in 0..<20 where (try? await desk.sync()) == nil { await think() }
        }
        _ = try await desk.sync()
        await desk.close()
        let store = DocumentStores.at(path)
        made.leftOut = Set(try await store.load().conflicts.list.compactMap { $0.own.plainText })
        await store.close()
        return made
    }
}
