import Geometry
import GtkKit

/// The layout of tiles side by side and one below the other, in plain numbers.
struct TileLayout: Hashable {
    var count = 0
    /// The minimum width of a tile, or `nil` for one tile per row.
    ///
    /// As many tiles as fit with this width are side by side and share the whole width.
    var leastWidth: Double?
    var tileHeight = 20.0
    var viewWidth = 0.0
    var viewHeight = 0.0
    var scrollY = 0.0
    /// Whether the first tile of a row is on the right.
    var isLeftwards = false

    /// The number of tiles side by side.
    var columns: Int {
        guard let leastWidth, leastWidth > 0, viewWidth.isFinite else { return 1 }
        return max(1, Int(min(viewWidth / leastWidth, 1_000)))
    }

    var rows: Int { (count + columns - 1) / columns }

    var tileWidth: Double { (viewWidth / Double(columns)).rounded(.down) }

    var contentHeight: Double { Double(rows) * tileHeight }

    /// The number of completely visible rows, at least one.
    var rowsInSight: Int { max(1, Int(viewHeight / max(tileHeight, 1))) }

    func rectangle(of index: Int) -> Rectangle {
        let start = Double(index % columns) * tileWidth
        return Rectangle(
            x: isLeftwards ? viewWidth - start - tileWidth : start, y: Double(index / columns) * tileHeight - scrollY,
            width: tileWidth, height: tileHeight)
    }

    /// The index of the tile at this point of the view.
    func index(atX x: Double, y: Double) -> Int? {
        let first = rectangle(of: 0)
        let steps = ((isLeftwards ? first.x - x : x - first.x) / tileWidth).rounded(isLeftwards ? .up : .down)
        guard steps >= 0, steps < Double(columns), y >= 0, y < viewHeight, y + scrollY < contentHeight else {
            return nil
        }
        let index = Int((y + scrollY) / tileHeight) * columns + Int(steps)
        return index < count ? index : nil
    }

    /// The tiles that are at least partly visible.
    var visible: Range<Int> { tiles(from: scrollY, to: scrollY + viewHeight) }

    /// The visible tiles, and those up to one page above and below.
    var around: Range<Int> { tiles(from: scrollY - viewHeight, to: scrollY + 2 * viewHeight) }

    private func tiles(from top: Double, to bottom: Double) -> Range<Int> {
        guard tileHeight > 0, viewHeight > 0 else { return 0..<0 }
        let first = min(max(0, Int(top / tileHeight)) * columns, count)
        let last = min(max(0, Int((bottom / tileHeight).rounded(.up))) * columns, count)
        return first..<max(first, last)
    }

    /// The scroll offset that makes the tile visible with the least movement.
    func scrollOffset(showing index: Int) -> Double {
        let top = Double(index / columns) * tileHeight
        let least = top + tileHeight - viewHeight
        return max(0, min(max(scrollY, least), top))
    }

    /// The index that a key leads to; without a current tile, the first or, for steps back, the last.
    func index(_ step: TileStep, from current: Int?) -> Int? {
        guard count > 0 else { return nil }
        guard let current else { return step.isBack ? count - 1 : 0 }
        let page = rowsInSight * columns
        let wanted =
            switch step {
            case .previous: current - 1
            case .next: current + 1
            case .up: current - columns
            case .down: current + columns
            case .pageUp: current - page
            case .pageDown: current + page
            case .first: 0
            case .last: count - 1
            }
        switch step {
        // Down from the row above the last one leads to the last tile if no tile is directly below.
        case .up where wanted < 0: return current
        case .down where wanted >= count: return current / columns == (count - 1) / columns ? current : count - 1
        case .pageUp where wanted < 0: return current % columns
        default: return min(max(wanted, 0), count - 1)
        }
    }
}

/// A step between tiles, as keys make it.
enum TileStep: CaseIterable {
    case previous, next, up, down, pageUp, pageDown, first, last

    var isBack: Bool { [.previous, .up, .pageUp, .last].contains(self) }
}

/// Draws a picture of an album: its thumbnail with its name below.
@MainActor
enum ItemTile {
    private static let margin = 6.0

    /// The height with two lines for the name.
    static func height(_ size: TileSize, lineHeight: Double) -> Double {
        (size.pictureHeight + 2 * lineHeight + 3 * margin).rounded()
    }

    static func draw(
        _ name: String, _ state: ThumbnailLoader.State, in place: Rectangle, _ size: TileSize, isChosen: Bool,
        scale: Int, _ colors: TileColors, _ painter: Painter
    ) {
        let pictureHeight = size.pictureHeight
        let area = Rectangle(
            x: place.x + margin, y: place.y + margin, width: place.width - 2 * margin, height: pictureHeight)
        switch state {
        case .image(let image): painter.image(image, in: image.rectangle(in: area, scale: scale))
        case .broken: PictureSign.draw(in: area, size: 64, isBroken: true, colors.error, painter)
        case .waiting: PictureSign.draw(in: area, size: 64, isBroken: false, colors.grid.line, painter)
        }
        // A name has nearly all of the width, so that most need no second line.
        let lines = Rectangle(
            x: place.x + 2, y: area.y + pictureHeight + margin / 2, width: place.width - 4,
            height: place.height - pictureHeight - 2 * margin)
        painter.wrapped(
            breakable(name), in: lines, firstLine: lines.height / 2, colors.name(isChosen: isChosen), alignment: .center
        )
    }

    /// The name with a place to break it before its ending, which is not to be broken itself.
    static func breakable(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return name[..<dot] + "\u{200B}" + name[dot...]
    }
}
