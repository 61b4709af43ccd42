import KirokuCore

/// Holds the memory of windows, and writes it where it is kept, in the background.
@MainActor
final class WindowMemoryKeeper {
    /// What is remembered; a change of it is written.
    var memory: WindowMemory {
        didSet { if memory != oldValue { isWritten = false } }
    }

    private let link: any DictionaryLink
    private var isWritten = true
    private var writing: Task<Void, Never>?

    /// Begins with what was kept; with nothing if that cannot be read.
    init(link: any DictionaryLink) {
        self.link = link
        memory = (try? link.load()).map { WindowMemory(stored: $0) } ?? WindowMemory()
    }

    /// Goes on with what is kept, which has been put back; the documents that are open stay the ones that come back.
    func readAgain() {
        guard let stored = try? link.load() else { return }
        let open = memory.openDocuments
        memory = WindowMemory(stored: stored)
        memory.openDocuments = open
    }

    /// Writes what is not written yet, and returns when that is done.
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

    /// What cannot be written is of no harm: the windows come as they do the first time.
    @concurrent
    private nonisolated static func write(_ memory: WindowMemory, to link: any DictionaryLink) async {
        do throws(StorageError) {
            try link.save(memory.stored)
        } catch {
            Reports.error("KRK_WM_SV", "cannot remember the windows: \(error)")
        }
    }
}
