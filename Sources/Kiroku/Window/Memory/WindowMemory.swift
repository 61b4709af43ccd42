import KirokuCore

/// The open documents, and how the windows of the latest documents were left.
struct WindowMemory: Sendable, Hashable {
    /// The maximum number of windows that are remembered.
    static let limit = 50

    /// The documents that are open, or were when the program ended; the frontmost is the last.
    var openDocuments: [String] = []
    /// The document that was made from the sample, until the user knows that it is one.
    var sample: String?
    /// How windows were left, with their documents; the latest is the last.
    private(set) var places: [Entry] = []

    struct Entry: Sendable, Hashable {
        let document: String
        let place: WindowPlace
    }

    init() {}

    /// How the window of a document was left; `nil` if that is not remembered.
    func place(of document: String) -> WindowPlace? {
        places.last { $0.document == document }?.place
    }

    /// How the last window was left, for a document that has no place yet.
    var usualPlace: WindowPlace? {
        guard var place = places.last?.place else { return nil }
        place.table = nil
        place.exchangeFolder = nil
        return place
    }

    /// Remembers how the window of a document was left, and forgets the oldest if there are too many.
    mutating func keep(_ place: WindowPlace, of document: String) {
        places.removeAll { $0.document == document }
        places.append(Entry(document: document, place: place))
        places.removeFirst(max(0, places.count - Self.limit))
    }
}

/// The stored form. Values of an unexpected kind are left out.
extension WindowMemory {
    init(stored values: [String: PropertyValue]) {
        if case .array(let paths) = values["open"] {
            openDocuments = paths.prefix(Self.limit).compactMap(\.text)
        }
        sample = values["sample"]?.text
        guard case .array(let entries) = values["places"] else { return }
        for case .dictionary(let entry) in entries {
            if let document = entry["document"]?.text, let place = WindowPlace(stored: entry) {
                keep(place, of: document)
            }
        }
    }

    var stored: [String: PropertyValue] {
        let entries = places.map { entry in
            PropertyValue.dictionary(entry.place.stored.merging(["document": .string(entry.document)]) { $1 })
        }
        var values: [String: PropertyValue] = [
            "open": .array(openDocuments.prefix(Self.limit).map { .string($0) }), "places": .array(entries),
        ]
        values["sample"] = sample.map { .string($0) }
        return values
    }
}
