/// How records stand on paper.
public struct PrintForm: Sendable, Hashable {
    /// What they look like.
    public enum Kind: String, Sendable, CaseIterable {
        /// A line for each record, with the names of the fields above.
        case table
        /// A block for each record, with a line for each field.
        case cards
    }

    /// What the records look like.
    public var kind: Kind
    /// Whether all fields of a table are beside each other, smaller if need be, or divided among pages.
    public var isFitted: Bool
    /// How many cards are on a page: one of ``CardPages/choices``.
    public var cardsPerPage: Int

    /// A form; at first a table with all fields beside each other.
    public init(kind: Kind = .table, isFitted: Bool = true, cardsPerPage: Int = 4) {
        self.kind = kind
        self.isFitted = isFitted
        self.cardsPerPage = cardsPerPage
    }

    /// The form as a text, to be kept with a document.
    public var text: String { "\(kind.rawValue) \(isFitted ? "fitted" : "divided") \(cardsPerPage)" }

    /// What was kept; the form at first for a text that is none.
    public init(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, let kind = Kind(rawValue: words[0]), let count = Int(words[2]),
            CardPages.choices.contains(count)
        else {
            self.init()
            return
        }
        self.init(kind: kind, isFitted: words[1] != "divided", cardsPerPage: count)
    }
}

/// The room that a sheet of paper has for what is printed, in steps of 1/96 inch, in which texts are laid out as on a
/// screen.
public struct PrintedArea: Sendable, Hashable {
    /// From the left margin to the right one; at least 1.
    public let width: Double
    /// From the upper margin to the lower one; at least 1.
    public let height: Double

    /// A room of this size; what is no number, or smaller than 1, counts as 1.
    public init(width: Double, height: Double) {
        self.width = width.isFinite ? max(width, 1) : 1
        self.height = height.isFinite ? max(height, 1) : 1
    }

    /// What is left above and below for title and page number.
    public func leaving(height: Double) -> PrintedArea {
        PrintedArea(width: width, height: self.height - height)
    }
}
