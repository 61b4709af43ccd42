import GtkKit
import KirokuCommands
import KirokuCore

/// Saving open documents when the program has to end without asking: on a signal, with the session, or because its
/// display is gone.
extension KirokuApplication {
    /// The time limit in seconds for saving all documents; a session that ends does not wait much longer.
    private static let patience = 8.0

    /// Makes sure that what is being typed is saved, however the program ends.
    func watchForEnd() {
        application.onQueryEnd = { [weak self] in self?.commitAllInput() }
        application.onShutdown = { [weak self] in self?.saveAll() }
        LostDisplay.onLoss { [weak self] in self?.saveAll() }
        TerminationSignals.onFirst(of: Interruption.watchedSignals) { [weak self] number in
            self?.endingSignal = number
            self?.application.quit()
        }
    }

    private func commitAllInput() {
        for window in windows { window.commitInput() }
    }

    /// Saves as much as possible; after a normal end there is nothing to do.
    private func saveAll() {
        guard !windows.isEmpty else { return }
        // The same documents are to be opened again at the next start.
        isQuitting = true
        commitAllInput()
        var unsaved = windows.count + 1
        for window in windows {
            Task {
                await window.saveForEnd()
                unsaved -= 1
            }
        }
        Task {
            await windowMemory.write()
            unsaved -= 1
        }
        MainQueueBridge.run(atMost: Self.patience) { unsaved == 0 }
    }
}
