import Glibc
import KirokuCore
import KirokuServer

/// How long it takes to look at a large table in its server.
struct BrowseBench {
    private let place: BenchPlace
    private let count: Int

    init(_ place: BenchPlace, _ count: Int) {
        (self.place, self.count) = (place, count)
    }

    /// - Precondition: the database has a table `look` with `id` as its key, and an index on `name` and `id`.
    @MainActor
    func run() async throws {
        let start = BenchClock.nanoseconds
        let rows = try await RemoteRows.open(try place.address("look"))
        SharedBench.log("\(count) records looked at: opened, ms", text(since: start))
        let memory = Self.memory
        let fields = rows.facts.schema
        let byName = BrowseRequest(BrowseOrder(fields[1].id))
        try await measure(rows, "by key")
        let sorting = BenchClock.nanoseconds
        let estimate = try await rows.estimate(byName)
        try await rows.show(byName, estimate)
        SharedBench.log("sorted by an index, ms", text(since: sorting))
        try await measure(rows, "by name")
        for condition in ["name = 'Record 0000077'", "name starts with 'Record 00000'", "note contains '77777'"] {
            let begin = BenchClock.nanoseconds
            let request = BrowseRequest(where: try Condition(text: condition, for: fields))
            let estimate = try await rows.estimate(request)
            let guessed = BenchClock.nanoseconds
            try await rows.show(request, estimate)
            let seconds = estimate.slowness.map { ", said before: \(BenchClock.text($0.seconds)) s" } ?? ""
            SharedBench.log(
                "found \(condition): estimate and records, ms\(seconds)",
                BenchClock.text(Double(guessed - begin) / 1e6) + " + " + text(since: guessed))
        }
        SharedBench.log("memory more than when it was opened, MB", "\((Self.memory - memory) / 1_024)")
        await rows.close()
    }

    /// Jumps to places, and scrolls on from them.
    @MainActor
    private func measure(_ rows: RemoteRows, _ name: String) async throws {
        var (jumps, pages, seed): ([Double], [Double], UInt64) = ([], [], 42)
        for _ in 0..<200 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let row = Int(seed >> 33) % (rows.likelyCount - 100)
            jumps.append(await time(rows, row))
            for page in 1...5 { pages.append(await time(rows, row + page * 150)) }
        }
        for (what, times) in [("jump", jumps), ("page", pages)] {
            let sorted = times.filter { $0 > 0 }.sorted()
            guard !sorted.isEmpty else { continue }
            let figures = [sorted.count / 2, sorted.count * 99 / 100, sorted.count - 1].map {
                BenchClock.text(sorted[$0], 2)
            }
            SharedBench.log("\(what) \(name), ms: p50, p99, worst", figures.joined(separator: ", "))
        }
    }

    /// How long it takes until 40 rows are here; 0 if they were.
    @MainActor
    private func time(_ rows: RemoteRows, _ row: Int) async -> Double {
        let start = BenchClock.nanoseconds
        rows.want(rows: row..<row + 40)
        guard rows.isAwaiting else { return 0 }
        while rows.isAwaiting { await Task.yield() }
        return BenchClock.seconds(since: start) * 1_000
    }

    private func text(since start: Int) -> String { BenchClock.text(BenchClock.seconds(since: start) * 1_000) }

    /// What the process has in memory, in kilobytes.
    private static var memory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
