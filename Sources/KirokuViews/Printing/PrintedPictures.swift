import GtkKit
import KirokuCore
import KirokuPictures
import KirokuPresentation

/// The pictures of the page that is drawn next; pictures of earlier pages are dropped when there are too many.
@MainActor
final class PrintedPictures {
    /// Called when a picture has been loaded, or has turned out to be broken.
    var onChange: (() -> Void)?
    private let source: CellPictures
    private let thumbnails: CellThumbnails
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ source: CellPictures) {
        self.source = source
        thumbnails = CellThumbnails(source)
        thumbnails.onChange = { [weak self] in self?.changed() }
    }

    /// The same pictures for other pages, loaded separately.
    func again() -> PrintedPictures { PrintedPictures(source) }

    /// The state of the picture with this name.
    func state(of name: String) -> ThumbnailLoader.State { thumbnails.state(of: name) }

    /// Whether all of these pictures have been loaded or are broken.
    func areThere(_ names: [String]) -> Bool {
        names.allSatisfy { if case .waiting = state(of: $0) { false } else { true } }
    }

    /// Loads these pictures from now on, and cancels all others.
    ///
    /// - Parameter side: the most pixels of a picture's width and height.
    func want(_ names: [String], side: Int) { thumbnails.want(names, side: side) }

    /// Loads these pictures, and returns when all are loaded or broken.
    func load(_ names: [String], side: Int) async {
        want(names, side: side)
        while !areThere(names), !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { @MainActor in self.resumeWaiting() }
            }
            want(names, side: side)
        }
    }

    private func changed() {
        resumeWaiting()
        onChange?()
    }

    private func resumeWaiting() {
        waiting?.resume()
        waiting = nil
    }
}

extension PrintedRecords {
    /// The number of pixels in 1/96 inch: 150 per inch, which is sharp on paper and keeps files small.
    private static let resolution = 150.0 / 96

    /// Called when a picture has been loaded for the page whose pictures were wanted last.
    public var onPicture: (() -> Void)? {
        get { pictures?.onChange }
        set { pictures?.onChange = newValue }
    }

    /// Begins to load the pictures of a page, and cancels those of other pages.
    func wantPictures(ofPage page: Int) {
        pictures?.want(names(onPage: page), side: side)
    }

    /// Whether all pictures of a page have been loaded or are broken.
    public func isReady(page: Int) -> Bool {
        pictures?.areThere(names(onPage: page)) ?? true
    }

    /// Loads the pictures of a page, and returns when all are loaded or broken.
    public func prepare(page: Int) async {
        await pictures?.load(names(onPage: page), side: side)
    }

    private var side: Int {
        guard let room = pictureRoom else { return 1 }
        return max(1, Int((max(room.width, room.height) * Self.resolution).rounded(.up)))
    }

    /// The names of the pictures on a page.
    private func names(onPage page: Int) -> [String] {
        if let table = rows(ofPage: page) {
            let fields = table.fields.map { part.fields[$0] }.filter(isPicture)
            return fields.isEmpty
                ? [] : table.rows.flatMap { row in fields.compactMap { pictureName(part.record(at: row), $0) } }
        }
        return places(ofPage: page).flatMap { place in
            place.fields.compactMap { pictureName(part.record(at: place.row), part.fields[$0]) }
        }
    }

    /// Whether a field is printed as a picture.
    func isPicture(_ field: Int) -> Bool { pictures != nil && part.table.schema[field].isPicture }

    /// The name of the picture to print for a cell; `nil` if there is none.
    func pictureName(_ record: Int, _ field: Int) -> String? {
        guard isPicture(field), let name = String(part.table[record, field]), !name.isEmpty else { return nil }
        return name
    }
}
