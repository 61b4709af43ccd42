import GtkKit
import KirokuCore

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
        guard isPicture(field), case .string(let name) = part.table[record, field], !name.isEmpty else { return nil }
        return name
    }
}
