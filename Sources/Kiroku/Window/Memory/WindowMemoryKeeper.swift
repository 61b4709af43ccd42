import KirokuCore

/// Holds the memory of windows, and writes it to its link in the background.
@MainActor
final class WindowMemoryKeeper {
    /// The memory; ``write()`` writes it if it has changed.
    var memory: WindowMemory {
        didSet { if memory != oldValue { isWritten = false } }
    }

    private let link: any DictionaryLink
    private var isWritten = true
    private var writing: Task<Void, Never>?

    /// Starts with the stored memory, or with an empty one if that cannot be read.
    init(link: any DictionaryLink) {
        self.link = link
        memory = (try? link.load()).map { WindowMemory(stored: $0) } ?? WindowMemory()
    }

    /// Reads the stored memory again, after it has been restored; keeps the current list of open documents.
    func readAgain() {
        guard let stored = try? link.load() else { return }
        let open = memory.openDocuments
        memory = WindowMemory(stored: stored)
        memory.openDocuments = open
    }

    /// Writes the memory if it has changed, and returns when that is done.
    func write() async {
        let earlier = writing
        let task = Task {
            await earlier?.value
            guard !isWritten else { return }
            isWritten = true
            await Self.write(memory, to: link)
        }
        writing = task
        await task.value
    }

    /// Writes the memory; a failure does no harm, as the windows then open as they do the first time.
    @concurrent
    private nonisolated static func write(_ memory: WindowMemory, to link: any DictionaryLink) async {
        do throws(StorageError) {
            try link.save(memory.stored)
        } catch {
            Reports.error("KRK_WM_SV", "cannot remember the windows: \(error)")
        }
    }
}
