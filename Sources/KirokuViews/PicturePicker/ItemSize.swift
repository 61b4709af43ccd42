/// How large the pictures of an album are shown, in five steps.
public enum ItemSize: Int, Sendable, Hashable, CaseIterable {
    case usual, larger, large, veryLarge, largest

    /// The least width of a tile, in pixels; two tiles of the usual size fit beside a scroll bar.
    var leastWidth: Double { [100, 140, 190, 250, 320][rawValue] }

    /// The most width and height of a thumbnail.
    var side: Double { leastWidth - 4 }

    /// The height of the room for a thumbnail.
    var pictureHeight: Double { (leastWidth * 0.84).rounded() }

    /// The size that is so many steps away, or the last one before that.
    public func moved(by steps: Int) -> ItemSize {
        ItemSize(rawValue: min(max(rawValue + steps, 0), Self.allCases.count - 1)) ?? self
    }
}
