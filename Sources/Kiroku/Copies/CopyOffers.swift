import KirokuCore

/// The conflict copies beside a window's document that the user has not decided about.
@MainActor
final class CopyOffers {
    /// Called when there are others.
    var onChange: (() -> Void)?
    /// The copies to decide about.
    var open: [ConflictCopy] { found.filter { !declined.contains($0) } }

    private var found: [ConflictCopy] = []
    /// The copies that are not offered again while the window is open.
    private var declined: Set<ConflictCopy> = []
    private var path: String?
    private var looking: Task<Void, Never>?

    /// Looks for copies beside the document at `path` from now on; stops looking if it is `nil`.
    func watch(beside path: String?) {
        guard path != self.path else { return }
        self.path = path
        looking?.cancel()
        looking = nil
        found = []
        guard let path else { return }
        let watch = ConflictCopyWatch(beside: path)
        looking = Task { [weak self] in
            defer { withExtendedLifetime(watch) {} }
            for await _ in watch.changes {
                let copies = await ConflictCopy.all(beside: path)
                guard !Task.isCancelled, let self else { return }
                show(copies)
            }
        }
    }

    /// Stops offering a copy while the window is open.
    func decline(_ copy: ConflictCopy) {
        declined.insert(copy)
        onChange?()
    }

    private func show(_ copies: [ConflictCopy]) {
        guard copies != found else { return }
        found = copies
        onChange?()
    }
}
