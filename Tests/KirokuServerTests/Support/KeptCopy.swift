import CoreTestSupport
import KirokuCore

@testable import KirokuServer

/// A copy that is kept in step, as by a window, and what it tells.
@MainActor
final class KeptCopy {
    let desk: SyncEngine
    private let task: Task<Void, Never>
    private let statuses: AsyncStream<SyncStatus>

    /// - Parameters:
    ///   - path: of the copy.
    ///   - folder: where it leases what it keeps.
    init(_ path: String, _ folder: TemporaryFolder) async throws {
        let desk = try await SyncEngine.open(path)
        self.desk = desk
        let (stream, continuation) = AsyncStream.makeStream(of: SyncStatus.self)
        statuses = stream
        task = Task {
            await desk.run(leaseFolder: folder.path("leases")) { continuation.yield($0) }
            await desk.close()
            continuation.finish()
        }
    }

    /// The first standing that is as wanted.
    func status(_ isWanted: @Sendable (SyncStatus) -> Bool) async -> SyncStatus? {
        for await status in statuses where isWanted(status) { return status }
        return nil
    }

    func close() async {
        task.cancel()
        await task.value
    }
}
