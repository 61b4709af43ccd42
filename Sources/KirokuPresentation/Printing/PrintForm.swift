/// How records are printed.
public struct PrintForm: Sendable, Hashable {
    /// The look of the records.
    public enum Kind: String, Sendable, CaseIterable {
        /// A line for each record, below the names of the fields.
        case table
        /// A block for each record, with a line for each field.
        case cards
    }

    /// The look of the records.
    public var kind: Kind
    /// Whether all fields of a table are side by side, scaled down if needed, or divided among pages.
    public var isFitted: Bool
    /// The number of cards on a page: one of ``CardPages/choices``.
    public var cardsPerPage: Int
    /// The size of the text on cards: one of ``CardPages/scales``; with `nil`, cards fill their places.
    public var cardScale: Double?

    /// Creates a form; by default, a table with all fields side by side.
    public init(kind: Kind = .table, isFitted: Bool = true, cardsPerPage: Int = 4, cardScale: Double? = nil) {
        self.kind = kind
        self.isFitted = isFitted
        self.cardsPerPage = cardsPerPage
        self.cardScale = cardScale
    }

    /// The form as text, which a document keeps.
    public var text: String {
        let scale = cardScale.map { " \($0)" } ?? ""
        return "\(kind.rawValue) \(isFitted ? "fitted" : "divided") \(cardsPerPage)\(scale)"
    }

    /// Reads the text of a form; any other text gives the default form.
    public init(text: String) {
        let words = text.split(separator: " ").map(String.init)
        let scale = words.count == 4 ? Double(words[3]) : nil
        guard words.count == 3 || scale.map(CardPages.scales.contains) == true,
            let kind = Kind(rawValue: words[0]), let count = Int(words[2]), CardPages.choices.contains(count)
        else {
            self.init()
            return
        }
        self.init(kind: kind, isFitted: words[1] != "divided", cardsPerPage: count, cardScale: scale)
    }
}

/// The room for printing on a sheet of paper, in units of 1/96 inch, in which texts are laid out as on a screen.
public struct PrintedArea: Sendable, Hashable {
    /// The distance between the left and the right margin; at least 1.
    public let width: Double
    /// The distance between the upper and the lower margin; at least 1.
    public let height: Double

    /// Creates an area; a side that is not finite, or smaller than 1, counts as 1.
    public init(width: Double, height: Double) {
        self.width = width.isFinite ? max(width, 1) : 1
        self.height = height.isFinite ? max(height, 1) : 1
    }

    /// The area without the height that title and page number take.
    public func leaving(height: Double) -> PrintedArea {
        PrintedArea(width: width, height: self.height - height)
    }
}
