import KirokuCore
import KirokuServer

/// Keeps a shared document in step with its server while it is in a window.
@MainActor
final class DocumentSharer {
    /// How the document stands.
    private(set) var standing = SyncStatus()
    private var task: Task<Void, Never>?
    private let opening: Task<SharedDesk?, Never>
    private let places: AsyncStream<PresentPlace?>.Continuation

    /// - Parameters:
    ///   - path: of the document.
    ///   - folder: where programs tell each other that they are at it.
    ///   - tell: called when ``standing`` has changed.
    init(_ path: String, leasingIn folder: String, _ tell: @escaping @MainActor () -> Void) {
        let (placesToTell, places) = AsyncStream.makeStream(
            of: PresentPlace?.self, bufferingPolicy: .bufferingNewest(1))
        self.places = places
        opening = Task {
            do throws(SyncError) {
                return try await SharedDesk.open(path)
            } catch {
                Reports.error("KRK_SH_OP", "a shared document is not kept in step: \(error)")
                return nil
            }
        }
        let (standings, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let listening = Task { [weak self] in
            for await standing in standings {
                self?.standing = standing
                tell()
            }
        }
        task = Task { [opening] in
            if let desk = await opening.value {
                let moving = Task { for await place in placesToTell { await desk.be(at: place) } }
                defer { moving.cancel() }
                await desk.keep(leasingIn: folder) { continuation.yield($0) }
                await desk.close()
            }
            continuation.finish()
            listening.cancel()
        }
    }

    /// Has others see where the user is.
    func be(at place: PresentPlace?) { places.yield(place) }

    /// Brings a picture here that is on the server.
    ///
    /// - Throws: ``KirokuCore/StorageError/onServer(picture:others:)`` if the server cannot be reached.
    func bring(picture name: String) async throws(StorageError) {
        guard let desk = await opening.value else { throw .onServer(picture: name) }
        try await desk.bring(picture: name)
    }

    /// Ends it; returns when the connection is closed.
    func stop() async {
        task?.cancel()
        await task?.value
    }
}
