import FoundationEssentials

/// In which order the pictures of an album are shown.
public enum PictureOrder: String, Sendable, CaseIterable {
    /// As people count: "picture2" before "picture10".
    case name
    /// When they were taken, or else last changed; the newest first.
    case date
    /// The largest first.
    case size

    /// Whether it takes more than the names.
    public var needsDetails: Bool { self != .name }

    /// The pictures whose names contain a text, in this order; those that are equal in it, and those of which it is not
    /// known, by their names.
    ///
    /// Done on another thread; ends early, with anything, when the task is cancelled.
    ///
    /// - Parameters:
    ///   - items: the pictures of an album.
    ///   - text: what the names contain, in letters of either case; empty for all pictures.
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

    /// What is more comes first.
    private func weight(of item: PictureItem) -> Double {
        switch self {
        case .name: 0
        case .date: item.date?.timeIntervalSince1970 ?? -.infinity
        case .size: Double(item.byteCount ?? -1)
        }
    }
}
