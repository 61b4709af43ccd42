import Geometry
import GtkKit
import KirokuCore
import KirokuPictures

/// The pictures of a document, for the grid and the cards that show them beside their names.
///
/// Each view requests only the visible pictures, in the size that it shows, and keeps a limited number of them.
@MainActor
public final class CellPictures {
    let loader: PictureLoader
    private let observers = Observers<Void>()

    /// Creates the source of the pictures in a document.
    ///
    /// - Parameters:
    ///   - store: the store of the pictures.
    ///   - decoder: decodes the pictures.
    public init(in store: any PictureStore, decoder: PictureDecoder) {
        let source = DocumentPictures(store: store) { [] }
        loader = PictureLoader(source: source, decoder: decoder)
    }

    /// Makes all views check again after pictures were added to the document or removed from it.
    public func changed() {
        observers.notify(())
    }

    func observe(_ body: @escaping @MainActor () -> Void) -> Observation { observers.add { _ in body() } }
}

/// The thumbnails of a view's cells.
@MainActor
final class CellThumbnails {
    /// Called when something must be redrawn.
    var onChange: (() -> Void)?
    private let loader: ThumbnailLoader
    private var observation: Observation?
    private var wanted: (visible: [String], around: [String], side: Int) = ([], [], 0)

    init(_ pictures: CellPictures) {
        loader = ThumbnailLoader(pictures.loader)
        loader.onChange = { [weak self] _ in self?.onChange?() }
        observation = pictures.observe { [weak self] in
            self?.loader.checkAgain()
            self?.wanted = ([], [], 0)
            self?.onChange?()
        }
    }

    /// The state of the picture with this name.
    func state(of name: String) -> ThumbnailLoader.State { loader.state(of: DocumentPictures.reference(to: name)) }

    /// Why the picture with this name cannot be shown; `nil` if no failure is known.
    func failure(of name: String) -> DecodeFailure? {
        if case .broken(let failure) = state(of: name) { failure } else { nil }
    }

    /// Loads these pictures from now on, and cancels all others.
    ///
    /// - Parameters:
    ///   - visible: the visible names, in order.
    ///   - around: the names that may become visible soon.
    ///   - side: the largest width and height of a picture, in pixels.
    func want(_ visible: [String], around: [String] = [], side: Int) {
        guard (visible, around, side) != wanted else { return }
        wanted = (visible, around, side)
        loader.want(
            visible.lazy.map(DocumentPictures.reference), around: around.lazy.map(DocumentPictures.reference),
            side: side)
    }
}

extension DecodeFailure {
    /// What is wrong with the picture of a cell, for the user.
    var cellMessage: String {
        self == .gone ? localized("The picture is not in this document.") : message
    }
}

/// Draws a picture as large as possible, or a placeholder.
@MainActor
enum CellPictureDrawing {
    static func draw(
        _ state: ThumbnailLoader.State, in place: Rectangle, scale: Int, _ colors: GridColors, _ painter: Painter
    ) {
        switch state {
        case .image(let image): painter.image(image, in: image.rectangle(in: place, scale: scale))
        case .waiting: PictureSign.draw(in: place, size: place.width, isBroken: false, colors.line, painter)
        case .broken(.onServer): PictureSign.draw(in: place, size: place.width, isBroken: false, colors.muted, painter)
        case .broken: PictureSign.draw(in: place, size: place.width, isBroken: true, colors.error, painter)
        }
    }
}

extension CanvasImage {
    /// The image in the middle of a place, as large as fits, but not enlarged.
    ///
    /// - Parameter scale: how many of the image's pixels make one of the place's.
    func rectangle(in place: Rectangle, scale: Int) -> Rectangle {
        let width = Double(width) / Double(max(scale, 1))
        let height = Double(height) / Double(max(scale, 1))
        let share = min(1, place.width / width, place.height / height)
        let size = (width: max(1, (width * share).rounded()), height: max(1, (height * share).rounded()))
        return Rectangle(
            x: (place.x + (place.width - size.width) / 2).rounded(),
            y: (place.y + (place.height - size.height) / 2).rounded(), width: size.width, height: size.height)
    }
}
