/// What was done to a shared document before this copy joined; it is on the server, and is read from there when somebody looks.
///
/// It does not change any more, so what has been read is kept. The newest steps are read of everything: that is mostly all there
/// are, and then no record needs to be asked for.
@MainActor
public final class EarlierHistory {
    /// Reads steps before a position, for the document at a path; of others than those asked for there may be some as well.
    public typealias Reading =
        @Sendable (
            _ path: String, _ scope: HistoryScope, _ position: HistoryPosition
        ) async throws(StorageError) -> HistorySteps

    private struct Place: Hashable {
        let scope: HistoryScope
        let step: Int64
    }

    private let read: Reading
    private let clock: AppClock
    private var pages: [Place: HistorySteps] = [:]

    /// So many bytes of changes are kept.
    private static let limit = 16 << 20
    /// Whoever goes from record to record asks for none of them.
    private static let pause = Duration.milliseconds(300)

    /// - Parameters:
    ///   - clock: by which it waits.
    ///   - read: asks the server.
    public init(clock: AppClock = .shared, _ read: @escaping Reading) { (self.clock, self.read) = (clock, read) }

    package func steps(
        of scope: HistoryScope, before position: HistoryPosition, in path: String
    ) async throws(StorageError) -> HistorySteps {
        if position.step == HistoryPosition.first {
            let newest = try await page(.document, position, path)
            if scope == .document || !newest.isFull { return newest }
        }
        return try await page(scope, position, path)
    }

    private func page(
        _ scope: HistoryScope, _ position: HistoryPosition, _ path: String
    ) async throws(StorageError) -> HistorySteps {
        let place = Place(scope: scope, step: position.step)
        if let known = pages[place] { return known }
        if scope != .document { try? await clock.sleep(for: Self.pause) }
        guard !Task.isCancelled else { throw .cancelled }
        let page = try await read(path, scope, position)
        if pages.values.reduce(page.size, { $0 + $1.size }) > Self.limit { pages = [:] }
        pages[place] = page
        return page
    }

    /// What a step has changed, if it has been read and was kept.
    package func change(ofStep step: Int64) -> Change? {
        pages.values.lazy.flatMap(\.steps).first { $0.number == step }?.change
    }
}
