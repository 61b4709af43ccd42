import FoundationEssentials
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("The pauses of a shared document")
@MainActor
struct SharingClockTests {
    @Test("A copy that is not notified looks again when its clock says so, and nobody waits")
    func pauses() async throws {
        let team = try await Team(numbers())
        let path = team[0].path
        let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 0))
        let desk = try await SyncEngine.open(path, isListening: false, clock: clock)
        let (statuses, continuation) = AsyncStream.makeStream(of: SyncStatus.self)
        let keeping = Task { [folder = team.folder] in
            await desk.run(leaseFolder: folder.path("leases")) { continuation.yield($0) }
            await desk.close()
        }
        for await status in statuses where status.connection == .online { break }
        try team.database.execute("UPDATE \"Places\" SET \"Number\" = 7")
        while try await number(at: path) != .int(7) { clock.advance(by: 10) }
        keeping.cancel()
        await keeping.value
        await team.close()
    }

    /// The first number in the file.
    private func number(at path: String) async throws -> CellValue {
        let store = DocumentStores.at(path)
        let table = try await store.load().table
        await store.close()
        return table[0, 1]
    }
}
