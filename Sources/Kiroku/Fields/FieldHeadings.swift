import Geometry
import GtkKit
import KirokuCore

/// The captions above the columns of the list of fields, each at the start of its column.
@MainActor
final class FieldHeadings {
    let widget: Layers
    private let captions: [Label]
    private var places: [Rectangle] = []

    init() {
        captions = [
            localized("Name"), localized("Type"), localized("Default value"), localized("Format or choices"),
            localized("Rules"),
        ].map { label($0, role: .muted) }
        let reference = WeakHeadings()
        widget = layers { reference.headings?.place(of: $0) }
        let height = label(" ")
        height.addStyleClass("kiroku-small")
        widget.setContent(height)
        for caption in captions {
            caption.addStyleClass("kiroku-small")
            widget.add(caption)
        }
        reference.headings = self
    }

    /// Aligns the captions with these parts of a row.
    func follow(_ parts: [AnyWidget]) {
        let height = widget.laidOutHeight
        let new = parts.compactMap { part in
            part.left(in: widget).map { Rectangle(x: $0, y: 0, width: part.laidOutWidth, height: height) }
        }
        guard new.count == captions.count, new != places else { return }
        places = new
        widget.placesChanged()
    }

    private func place(of caption: AnyWidget) -> Rectangle? {
        guard let index = captions.firstIndex(where: { $0.pointer == caption.pointer }), places.indices.contains(index)
        else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        return places[index]
    }
}

@MainActor
private final class WeakHeadings {
    weak var headings: FieldHeadings?
}
