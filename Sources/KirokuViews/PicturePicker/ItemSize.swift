/// The size in which the pictures of an album are shown, in five steps.
public enum ItemSize: Int, Sendable, Hashable, CaseIterable {
    case usual, larger, large, veryLarge, largest

    /// The least width of a tile, in pixels: two tiles of the usual size fit beside a scroll bar.
    var leastWidth: Double { [100, 140, 190, 250, 320][rawValue] }

    /// The greatest width and height of a thumbnail, in pixels.
    var side: Double { leastWidth - 4 }

    /// The height of the space for a thumbnail, in pixels.
    var pictureHeight: Double { (leastWidth * 0.84).rounded() }

    /// The size this many steps away, or the nearest that there is.
    public func moved(by steps: Int) -> ItemSize {
        ItemSize(rawValue: min(max(rawValue + steps, 0), Self.allCases.count - 1)) ?? self
    }
}
