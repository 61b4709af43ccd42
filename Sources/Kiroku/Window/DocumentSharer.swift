import KirokuCore
import KirokuServer

/// Keeps a shared document in sync with its server while it is in a window.
@MainActor
final class DocumentSharer {
    /// The state of the document's sharing.
    private(set) var status = SyncStatus()
    private var task: Task<Void, Never>?
    private let opening: Task<SyncEngine?, Never>
    private let places: AsyncStream<PresentPlace?>.Continuation

    /// - Parameters:
    ///   - path: the path of the document.
    ///   - folder: the folder for the leases of this user's programs.
    ///   - onChange: called when ``status`` has changed.
    init(_ path: String, leasingIn folder: String, _ onChange: @escaping @MainActor () -> Void) {
        let (placesToSend, places) = AsyncStream.makeStream(
            of: PresentPlace?.self, bufferingPolicy: .bufferingNewest(1))
        self.places = places
        opening = Task {
            do throws(SyncError) {
                return try await SyncEngine.open(path)
            } catch {
                Reports.error("KRK_SH_OP", "a shared document is not kept in step: \(error)")
                return nil
            }
        }
        let (statuses, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let listening = Task { [weak self] in
            for await status in statuses {
                self?.status = status
                onChange()
            }
        }
        task = Task { [opening] in
            if let engine = await opening.value {
                let moving = Task { for await place in placesToSend { await engine.setPosition(place) } }
                defer { moving.cancel() }
                await engine.run(leaseFolder: folder) { continuation.yield($0) }
                await engine.close()
            }
            continuation.finish()
            listening.cancel()
        }
    }

    /// Shows others where the user is.
    func setPosition(_ place: PresentPlace?) { places.yield(place) }

    /// Fetches a picture from the server.
    ///
    /// - Throws: ``KirokuCore/StorageError/onServer(picture:others:)`` if the server cannot be reached.
    func fetch(picture name: String) async throws(StorageError) {
        guard let engine = await opening.value else { throw .onServer(picture: name) }
        try await engine.fetch(picture: name)
    }

    /// Ends it; returns when the connection is closed.
    func stop() async {
        task?.cancel()
        await task?.value
    }
}
