/// The size in which the pictures of an album are shown, in five steps.
public enum ItemSize: Int, Sendable, Hashable, CaseIterable {
    case usual, larger, large, veryLarge, largest

    /// The size this many steps away, or the nearest that there is.
    public func moved(by steps: Int) -> ItemSize {
        ItemSize(rawValue: min(max(rawValue + steps, 0), Self.allCases.count - 1)) ?? self
    }

    /// The size of the tiles in a list of this width: larger if there is much room.
    func tile(in width: Double) -> TileSize {
        let least: Double = [100, 140, 190, 250, 320][rawValue]
        return TileSize(leastWidth: width < Self.roomy ? least : (least * 1.6).rounded())
    }

    /// The width of a list with much room, in pixels: four of the usual tiles are side by side.
    private static let roomy = 700.0
}

/// The size of a picture's tile.
struct TileSize: Hashable {
    /// The minimum width of a tile, in pixels.
    let leastWidth: Double

    /// The greatest width and height of a thumbnail, in pixels.
    var side: Double { leastWidth - 4 }

    /// The height of the space for a thumbnail, in pixels.
    var pictureHeight: Double { (leastWidth * 0.84).rounded() }
}
