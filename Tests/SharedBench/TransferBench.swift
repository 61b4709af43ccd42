import KirokuCore
import KirokuServer

/// How long many edits, or many records, take.
struct TransferBench {
    private let place: BenchPlace

    init(_ place: BenchPlace) {
        self.place = place
    }

    /// Edits that were made without the server.
    func sendQueue(_ count: Int) async throws {
        try await place.working {
            let table = try BenchPlace.table(2_000)
            try await place.share(table, as: "queue")
            let store = DocumentStores.at(place.path("queue"))
            let loaded = try await store.load().table
            var values = loaded.ids.indices.map { loaded[$0, 5] }
            var changes: [DocumentChange] = []
            for edit in 0..<count {
                let record = edit % loaded.count
                let value = CellValue.string("edit \(edit)")
                let change = CellChange(
                    record: loaded.ids[record], field: loaded.schema[5].id, base: values[record], value: value)
                values[record] = value
                changes.append(.edit(Edit(.setCells([change]))))
            }
            try await store.commit(changes)
            let desk = try await SyncEngine.open(place.path("queue"))
            let start = BenchClock.nanoseconds
            let report = try await desk.sync()
            SharedBench.log(
                "\(report.sent) edits sent that had waited, s", BenchClock.text(BenchClock.seconds(since: start), 2))
            await desk.close()
            await store.close()
        }
    }

    /// One edit of many cells: of a shared document, and of a table that another program has made.
    func sendEdit(_ count: Int) async throws {
        try await place.working {
            try await place.share(try BenchPlace.table(count), as: "edit")
            try await sendEdit("edit", "of a shared document")
            try makeVisits(count)
            try await SharedDocuments.join(try place.address("visits"), at: place.path("visits"))
            try await sendEdit("visits", "of another program's table")
        }
    }

    private func sendEdit(_ name: String, _ of: String) async throws {
        let store = DocumentStores.at(place.path(name))
        let loaded = try await store.load().table
        let (field, last) = (loaded.schema.count - 1, loaded.count)
        let cells = (0..<last).map { record in
            CellChange(
                record: loaded.ids[record], field: loaded.schema[field].id, base: loaded[record, field],
                value: .string("edited \(record)"))
        }
        try await store.commit([.edit(Edit(.setCells(cells)))])
        let desk = try await SyncEngine.open(place.path(name))
        let start = BenchClock.nanoseconds
        let report = try await desk.sync()
        SharedBench.log(
            "\(last) cells \(of) in \(report.sent) edit, s", BenchClock.text(BenchClock.seconds(since: start), 2))
        await desk.close()
        await store.close()
    }

    func join(_ count: Int) async throws {
        try await place.working {
            let table = try BenchPlace.table(count)
            let store = try await DocumentStores.create(at: place.path("join"), table: table)
            await store.close()
            let document = try await DocumentToShare.open(place.path("join"))
            let plan = try document.plan(at: try place.address("join"), roles: [], schema: "public")
            var start = BenchClock.nanoseconds
            try await document.share(by: plan)
            SharedBench.log("\(count) records shared, s", BenchClock.text(BenchClock.seconds(since: start), 2))
            await document.close()
            start = BenchClock.nanoseconds
            try await SharedDocuments.join(try place.address("join"), at: place.path("copy"))
            SharedBench.log("\(count) records joined, s", BenchClock.text(BenchClock.seconds(since: start), 2))
        }
    }

    /// Copies a table that another program has made, as `kiroku join` does.
    func joinOther(_ count: Int) async throws {
        try await place.working {
            try makeVisits(count)
            let start = BenchClock.nanoseconds
            try await SharedDocuments.join(try place.address("visits"), at: place.path("visits"))
            SharedBench.log(
                "\(count) records of another program's table copied, s",
                BenchClock.text(BenchClock.seconds(since: start), 2))
            let desk = try await SyncEngine.open(place.path("visits"))
            let looked = BenchClock.nanoseconds
            _ = try await desk.sync()
            SharedBench.log("… and looked at, s", BenchClock.text(BenchClock.seconds(since: looked), 2))
            await desk.close()
        }
    }

    /// Makes the table of another program.
    private func makeVisits(_ count: Int) throws {
        try BenchLine(place.database).execute(
            """
            CREATE TABLE visits (id bigint PRIMARY KEY, name text, place text, visits integer, fee numeric(10,2),
              since date, note text);
            INSERT INTO visits SELECT n, 'Record ' || n, CASE WHEN n % 3 = 0 THEN '京都' ELSE 'Himeji' END, n % 100000,
              n % 1000 + 0.5, '2026-05-01', 'a note of some length, number ' || n FROM generate_series(1, \(count)) n;
            ANALYZE visits
            """)
    }
}
