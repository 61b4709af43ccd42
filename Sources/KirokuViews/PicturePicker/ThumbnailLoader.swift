import GtkKit
import KirokuCore
import KirokuPictures

/// Loads the visible thumbnails, then those around them, and keeps a limited number of bytes of them.
@MainActor
final class ThumbnailLoader {
    /// The state of a thumbnail.
    enum State {
        case waiting
        case image(CanvasImage)
        case broken(DecodeFailure)
    }

    private struct Entry {
        var image: CanvasImage?
        var failure: DecodeFailure?
        /// Whether nothing better can be loaded.
        var isDone = false
        var task: Task<Void, Never>?
        var urgency = PictureDecoder.Urgency.soon
        /// When it was last wanted, counted in the loader's own turns.
        var lastWanted = 0

        @MainActor var byteCount: Int { image.map { $0.width * $0.height * PixelBuffer.bytesPerPixel } ?? 0 }
    }

    /// Called when a thumbnail has been loaded, or has turned out to be broken.
    var onChange: ((PictureReference) -> Void)?
    /// The largest amount of memory for thumbnails: 48 MB, about 1,300 thumbnails of the picker at a scale of 1.
    static let mostBytes = 48 << 20
    private let loader: PictureLoader
    private var entries: [PictureReference: Entry] = [:]
    private var byteCount = 0
    private var side = 96
    private var turn = 0
    /// The thumbnails that are loading.
    private var running: Set<PictureReference> = []

    init(_ loader: PictureLoader) {
        self.loader = loader
    }

    isolated deinit {
        for entry in entries.values { entry.task?.cancel() }
    }

    func state(of reference: PictureReference) -> State {
        guard let entry = entries[reference] else { return .waiting }
        if let failure = entry.failure { return .broken(failure) }
        return entry.image.map { .image($0) } ?? .waiting
    }

    /// Loads these pictures from now on, and cancels all others.
    ///
    /// - Parameters:
    ///   - visible: the visible pictures, in order.
    ///   - around: the pictures that may become visible soon.
    ///   - side: the largest width and height of a thumbnail, in pixels.
    func want(_ visible: some Sequence<PictureReference>, around: some Sequence<PictureReference>, side: Int) {
        if side != self.side { forgetAll() }
        self.side = side
        turn += 1
        let visible = Array(visible)
        var wanted = Set(visible)
        for reference in visible { start(reference, .inSight) }
        for reference in around where wanted.insert(reference).inserted { start(reference, .soon) }
        for reference in running.subtracting(wanted) { stop(reference) }
        makeRoom(keeping: wanted)
    }

    /// Checks all pictures for changes the next time they are wanted; until then, they are shown as they are.
    func checkAgain() {
        for reference in running { stop(reference) }
        for reference in entries.keys { entries[reference]?.isDone = false }
    }

    private func start(_ reference: PictureReference, _ urgency: PictureDecoder.Urgency) {
        var entry = entries[reference] ?? Entry()
        entry.lastWanted = turn
        defer { entries[reference] = entry }
        guard !entry.isDone else { return }
        if entry.task != nil, entry.urgency >= urgency { return }
        entry.task?.cancel()
        entry.urgency = urgency
        running.insert(reference)
        let hasImage = entry.image != nil
        entry.task = Task { [weak self, loader, side] in
            let sizing = DecodeRequest.Sizing.fitting(width: side, height: side)
            do throws(DecodeFailure) {
                if !hasImage {
                    let glimpse = try await loader.load(reference, sizing, .glimpse, urgency: urgency)
                    guard !Task.isCancelled else { return }
                    if let glimpse { self?.take(glimpse, for: reference, isDone: glimpse.isFinal) }
                    if glimpse?.isFinal == true { return }
                }
                let picture = try await Self.loadWhenWhole(loader, reference, sizing, urgency)
                guard !Task.isCancelled, let picture else { return }
                self?.take(picture, for: reference, isDone: true)
            } catch {
                guard !Task.isCancelled, error != .cancelled else { return }
                self?.fail(error, for: reference)
            }
        }
    }

    /// Retries while the file is being written.
    private static func loadWhenWhole(
        _ loader: PictureLoader, _ reference: PictureReference, _ sizing: DecodeRequest.Sizing,
        _ urgency: PictureDecoder.Urgency
    ) async throws(DecodeFailure) -> DecodedPicture? {
        while true {
            do throws(DecodeFailure) {
                return try await loader.load(reference, sizing, .thumbnail, urgency: urgency)
            } catch {
                guard error == .stillChanging, (try? await AppClock.shared.sleep(for: 1)) != nil else { throw error }
            }
        }
    }

    private func take(_ picture: DecodedPicture, for reference: PictureReference, isDone: Bool) {
        guard var entry = entries[reference] else { return }
        byteCount -= entry.byteCount
        entry.image = CanvasImage(picture.pixels)
        entry.failure = nil
        entry.isDone = isDone
        if isDone {
            entry.task = nil
            running.remove(reference)
        }
        byteCount += entry.byteCount
        entries[reference] = entry
        onChange?(reference)
    }

    private func fail(_ failure: DecodeFailure, for reference: PictureReference) {
        entries[reference]?.failure = failure
        entries[reference]?.isDone = true
        entries[reference]?.task = nil
        running.remove(reference)
        onChange?(reference)
    }

    private func stop(_ reference: PictureReference) {
        entries[reference]?.task?.cancel()
        entries[reference]?.task = nil
        running.remove(reference)
    }

    /// Drops the least recently wanted thumbnails until the rest fit.
    private func makeRoom(keeping wanted: Set<PictureReference>) {
        guard byteCount > Self.mostBytes || entries.count > 20_000 else { return }
        let oldest = entries.filter { !wanted.contains($0.key) }.sorted { $0.value.lastWanted < $1.value.lastWanted }
        for (reference, entry) in oldest {
            // Drops more than necessary, so that this is not repeated at every step.
            if byteCount <= Self.mostBytes * 3 / 4, entries.count <= 15_000 { return }
            byteCount -= entry.byteCount
            entries[reference] = nil
        }
    }

    private func forgetAll() {
        for entry in entries.values { entry.task?.cancel() }
        entries = [:]
        running = []
        byteCount = 0
    }
}
