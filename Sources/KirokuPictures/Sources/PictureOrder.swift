import FoundationEssentials

/// The order of an album's pictures on the screen.
public enum PictureOrder: String, Sendable, CaseIterable {
    /// By name, as people count: “picture2” before “picture10”.
    case name
    /// By the time they were taken or, if that is unknown, last changed; the newest first.
    case date
    /// By size in bytes; the largest first.
    case size

    /// Whether the order needs more than the names.
    public var needsDetails: Bool { self != .name }

    /// The pictures whose names contain a text, in this order, and by their names if it is the same or unknown.
    ///
    /// The work is done on another thread. A cancelled task returns early, with an arbitrary result.
    ///
    /// - Parameters:
    ///   - items: the pictures of an album.
    ///   - text: the text in the names, in upper or lower case; empty for all pictures.
    @concurrent
    public func sorted(_ items: [PictureItem], containing text: String) async -> [PictureItem] {
        let text = text.lowercased()
        let found = text.isEmpty ? items : items.filter { $0.name.lowercased().contains(text) }
        if Task.isCancelled { return [] }
        let keyed = found.map { (item: $0, key: NaturalKey($0.name), weight: weight(of: $0)) }
        if Task.isCancelled { return [] }
        return keyed.sorted { one, other in
            one.weight == other.weight ? one.key < other.key : one.weight > other.weight
        }.map(\.item)
    }

    /// The greater weight comes first.
    private func weight(of item: PictureItem) -> Double {
        switch self {
        case .name: 0
        case .date: item.date?.timeIntervalSince1970 ?? -.infinity
        case .size: Double(item.byteCount ?? -1)
        }
    }
}
