import GtkKit
import KirokuCore
import KirokuViews

/// The copying or moving of a window's document, while the window can be used; one at a time.
@MainActor
final class FileWork {
    /// Whether the document is being copied or moved; a copy may take its place.
    private(set) var isRunning = false
    private let application: KirokuApplication

    init(of application: KirokuApplication) {
        self.application = application
    }

    /// Starts; the program keeps running until it is done.
    ///
    /// - Parameters:
    ///   - caption: what is being done.
    ///   - row: the row that shows the progress, unless the work is done at once, and can stop it.
    ///   - work: the work.
    ///   - done: called with the result.
    func start<Value: Sendable>(
        _ caption: String, on row: @escaping @MainActor () -> ProgressRow?,
        _ work: @escaping @MainActor (@escaping ProgressHandler) async throws(StorageError) -> Value,
        done: @escaping @MainActor (Result<Value, StorageError>) -> Void
    ) {
        isRunning = true
        let relay = ProgressRelay { [weak self] in if self?.isRunning == true { row()?.fraction = $0 } }
        let task = Task { () async -> Result<Value, StorageError> in
            do throws(StorageError) {
                return .success(try await work { relay.report($0) })
            } catch {
                return .failure(error)
            }
        }
        row()?.onCancel = { task.cancel() }
        application.untilDone { [weak self] in
            let timer = AppClock.shared.after(0.3) {
                if let row = row(), !row.isActive { row.begin(caption) }
            }
            let result = await task.value
            withExtendedLifetime(timer) {}
            row()?.end()
            self?.isRunning = false
            done(result)
        }
    }
}
