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
