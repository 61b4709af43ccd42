import KirokuCore

/// A table's tab-separated text, made in the background from the moment it is asked for.
final class TableText: Sendable {
    private let task: Task<Void, Never>
    private let result = ReadyBytes()

    init(of table: RecordTable, options: SeparatedText.WritingOptions = SeparatedText.WritingOptions()) {
        let result = result
        task = Task.detached(priority: .userInitiated) {
            result.set((try? await SeparatedText.write(TablePart(table), options: options)) ?? [])
        }
    }

    /// The text, waited for if a program asks for the clipboard before it is made.
    var bytes: [UInt8] { result.wait() }

    /// Calls `body` when the text is made.
    @MainActor
    func whenDone(_ body: @escaping @MainActor () -> Void) {
        Task {
            await task.value
            body()
        }
    }
}
