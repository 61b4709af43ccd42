import KirokuCore
import KirokuServer

/// Keeps a shared document in step with its server while it is in a window.
@MainActor
final class DocumentSharer {
    /// How the document stands.
    private(set) var standing = SharingStanding()
    private var task: Task<Void, Never>?
    private let places: AsyncStream<PresentPlace?>.Continuation

    /// - Parameters:
    ///   - path: of the document.
    ///   - folder: where programs tell each other that they are at it.
    ///   - tell: called when ``standing`` has changed.
    init(_ path: String, leasingIn folder: String, _ tell: @escaping @MainActor () -> Void) {
        let (placesToTell, places) = AsyncStream.makeStream(
            of: PresentPlace?.self, bufferingPolicy: .bufferingNewest(1))
        self.places = places
        let (standings, continuation) = AsyncStream.makeStream(
            of: SharingStanding.self, bufferingPolicy: .bufferingNewest(1))
        let listening = Task { [weak self] in
            for await standing in standings {
                self?.standing = standing
                tell()
            }
        }
        task = Task {
            do throws(SyncError) {
                let desk = try await SharedDesk.open(path)
                let moving = Task { for await place in placesToTell { await desk.be(at: place) } }
                defer { moving.cancel() }
                await desk.keep(leasingIn: folder) { continuation.yield($0) }
                await desk.close()
            } catch {
                Reports.error("KRK_SH_OP", "a shared document is not kept in step: \(error)")
            }
            continuation.finish()
            listening.cancel()
        }
    }

    /// Has others see where the user is.
    func be(at place: PresentPlace?) { places.yield(place) }

    /// Ends it; returns when the connection is closed.
    func stop() async {
        task?.cancel()
        await task?.value
    }
}
