import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

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

    /// Loads these from now on, and cancels all others.
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

extension PrintedRecords {
    /// Pixels in a step of 1/96 inch: 150 in an inch, which are sharp on paper and keep files small.
    private static let resolution = 150.0 / 96

    /// Called when a picture of the page has come whose pictures were wanted last.
    public var onPicture: (() -> Void)? {
        get { pictures?.onChange }
        set { pictures?.onChange = newValue }
    }

    /// Begins to load the pictures of a page, and gives up those of others.
    public func wantPictures(ofPage page: Int) {
        pictures?.want(names(onPage: page), side: side)
    }

    /// Whether the pictures of a page are there.
    public func isReady(page: Int) -> Bool {
        pictures?.areThere(names(onPage: page)) ?? true
    }

    /// Waits until the pictures of a page are there, or are known to be broken.
    public func prepare(page: Int) async {
        await pictures?.load(names(onPage: page), side: side)
    }

    private var side: Int {
        guard let room = pictureRoom else { return 1 }
        return max(1, Int((max(room.width, room.height) * Self.resolution).rounded(.up)))
    }

    /// The names of the pictures on a page.
    private func names(onPage page: Int) -> [String] {
        places(ofPage: page).flatMap { place in
            place.fields.compactMap { pictureName(part.record(at: place.row), part.fields[$0]) }
        }
    }

    /// Whether a field is printed as a picture.
    func isPicture(_ field: Int) -> Bool { pictures != nil && part.table.schema[field].isPicture }

    /// The name of the picture that is printed for a cell; `nil` if there is none.
    func pictureName(_ record: Int, _ field: Int) -> String? {
        guard isPicture(field), let name = String(part.table[record, field]), !name.isEmpty else { return nil }
        return name
    }
}
