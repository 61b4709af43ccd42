import KirokuCore
import KirokuServer
import Synchronization

/// Desks that each make an edit a second, and how long it takes until the others have it.
struct LiveBench {
    private let place: BenchPlace
    private let (desks, seconds): (Int, Int)
    private let isListening: Bool

    init(_ place: BenchPlace, desks: Int, seconds: Int, isListening: Bool) {
        (self.place, self.desks, self.seconds, self.isListening) = (place, desks, seconds, isListening)
    }

    func run() async throws {
        try await place.working {
            try await place.share(try BenchPlace.table(desks * 4), as: "live")
            var members: [LiveDesk] = []
            for number in 0..<desks {
                let path = place.path("desk \(number)")
                try await SharedDocuments.join(try place.address("live"), at: path)
                members.append(try await LiveDesk(path, number, leases: place.folder + "/leases", isListening))
            }
            try await Task.sleep(for: .seconds(3))
            let (before, start) = (place.serverSeconds(), BenchClock.nanoseconds)
            await withTaskGroup(of: Void.self) { group in
                for (number, member) in members.enumerated() {
                    group.addTask { [seconds, desks] in
                        // All over the second.
                        try? await Task.sleep(for: .milliseconds(1_000 * number / desks))
                        await member.edit(seconds)
                    }
                }
            }
            // The last ones are still on their way.
            try await Task.sleep(for: .seconds(isListening ? 1 : 4))
            let (used, passed) = (place.serverSeconds() - before, BenchClock.seconds(since: start))
            let times = members.flatMap(\.times).sorted()
            for member in members { await member.close() }
            let name = "\(desks) desks, \(isListening ? "notified" : "polling alone")"
            let expected = desks * (desks - 1) * seconds
            SharedBench.log("\(name): seen by the others", "\(times.count) of \(expected)")
            guard !times.isEmpty else { return }
            for (title, share) in [("p50", 0.5), ("p99", 0.99), ("longest", 1.0)] {
                let time = times[min(Int(Double(times.count) * share), times.count - 1)]
                SharedBench.log("\(name): \(title), ms", BenchClock.text(Double(time) / 1e6))
            }
            SharedBench.log("\(name): processor of the server, % of a core", BenchClock.text(used / passed * 100))
        }
    }
}

/// One of them: a document that is open, and what keeps it in step.
private final class LiveDesk: Sendable {
    private let store: any DocumentStore
    private let desk: SyncEngine
    private let keeping: Task<Void, Never>
    private let listening: Task<Void, Never>
    private let seen: Seen
    private let record: RecordID
    private let field: FieldID
    private let base: CellValue
    private let number: Int

    /// How long edits of others have taken, in nanoseconds.
    private final class Seen: Sendable {
        let times = Mutex<[Int]>([])
    }

    init(_ path: String, _ number: Int, leases: String, _ isListening: Bool) async throws {
        self.number = number
        store = DocumentStores.at(path)
        let table = try await store.load().table
        (record, field, base) = (table.ids[4 * number], table.schema[5].id, table[4 * number, 5])
        desk = try await SyncEngine.open(path, isListening: isListening)
        let seen = Seen()
        self.seen = seen
        keeping = Task { [desk] in await desk.run(leaseFolder: leases) { _ in } }
        listening = Task { [store] in
            for await _ in store.changesFromElsewhere {
                guard case .commits(let commits, _) = try? await store.news() else { continue }
                let now = BenchClock.nanoseconds
                let times = commits.flatMap { Self.starts(of: $0.change) }.map { now - $0 }
                seen.times.withLock { $0 += times }
            }
        }
    }

    var times: [Int] { seen.times.withLock { $0 } }

    private static func starts(of change: Change) -> [Int] {
        switch change {
        case .setCells(let cells): cells.compactMap { $0.value.plainText.flatMap { Int($0) } }
        case .sequence(let changes): changes.flatMap(starts)
        default: []
        }
    }

    /// Makes an edit a second.
    func edit(_ count: Int) async {
        var before = base
        let start = ContinuousClock.now
        for edit in 1...count {
            let value = CellValue.string(String(BenchClock.nanoseconds))
            let change = CellChange(record: record, field: field, base: before, value: value)
            if (try? await store.commit([.edit(Edit(.setCells([change])))])) != nil { before = value }
            try? await Task.sleep(until: start + .seconds(edit))
        }
    }

    func close() async {
        keeping.cancel()
        await keeping.value
        await desk.close()
        await store.close()
        listening.cancel()
    }
}
