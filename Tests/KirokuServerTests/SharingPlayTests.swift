import Glibc
import Testing

/// Several who edit one document at random, by a seed, and are brought in step now and then, with faults among it.
///
/// Every second seed is played by processes, and every second one of these with a server that is killed. With every third,
/// the server forgets at once what it keeps for a month otherwise.
@Suite("Several desks at a shared document", .serialized)
@MainActor
struct SharingPlayTests {
    /// As many as the environment says, for a longer run.
    nonisolated static let seeds: ClosedRange<UInt64> = {
        let count = number("KIROKU_SHARING_SEEDS") ?? 20
        let first = number("KIROKU_SHARING_FROM") ?? 1
        return first...(first + max(count, 1) - 1)
    }()

    nonisolated private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    /// One that may be killed.
    ///
    /// What it has accepted it keeps: another program does not send anything again.
    nonisolated private static let server: Result<PrivateServer, PrivateServer.NotStarted> = Result {
        () throws(PrivateServer.NotStarted) in try PrivateServer("--durable")
    }

    @Test("Nothing is lost, nothing is overwritten unseen, and all end with the same", arguments: seeds)
    func play(seed: UInt64) async throws {
        let faults: SharingPlay.Faults =
            switch seed % 4 {
            case 0: .server(try Self.server.get())
            case 2: .processes
            default: .connections
            }
        let complaints = try await SharingPlay(seed, faults, isPruned: seed % 3 == 1).run()
        #expect(complaints.isEmpty, "seed \(seed)")
    }

    @Test("One that overwrites without looking is noticed")
    func blind() async throws {
        var count = 0
        for seed in UInt64(1)...4 { count += try await SharingPlay(seed, .blind).run().count }
        #expect(count > 0)
    }
}
