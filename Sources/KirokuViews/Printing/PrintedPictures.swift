import KirokuCore
import KirokuPictures

/// The pictures on the page that is drawn next; those of the pages before are forgotten when there are too many.
@MainActor
final class PrintedPictures {
    /// A picture has come, or is known to be broken.
    var onChange: (() -> Void)?
    private let source: CellPictures
    private let thumbnails: CellThumbnails
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ source: CellPictures) {
        self.source = source
        thumbnails = CellThumbnails(source)
        thumbnails.onChange = { [weak self] in self?.changed() }
    }

    /// The same pictures, for other pages.
    func again() -> PrintedPictures { PrintedPictures(source) }

    /// How far the picture of a name has come.
    func state(of name: String) -> ThumbnailLoader.State { thumbnails.state(of: name) }

    /// Whether nothing more is to come for these names.
    func areThere(_ names: [String]) -> Bool {
        names.allSatisfy { if case .waiting = state(of: $0) { false } else { true } }
    }

    /// Loads these from now on, and gives up all others.
    ///
    /// - Parameter side: the most pixels that either side of a picture has.
    func want(_ names: [String], side: Int) { thumbnails.want(names, side: side) }

    /// Waits until these are there, or broken.
    func load(_ names: [String], side: Int) async {
        want(names, side: side)
        while !areThere(names), !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { @MainActor in self.goOn() }
            }
            want(names, side: side)
        }
    }

    private func changed() {
        goOn()
        onChange?()
    }

    private func goOn() {
        waiting?.resume()
        waiting = nil
    }
}
