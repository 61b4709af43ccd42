/// A number of stars.
public struct Rating: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// The possible numbers of stars.
    public static let range = 0...10
    /// The usual number of stars, and the number in fields whose rules allow more.
    public static let scales = (usual: 5, large: 10)

    private let storedStars: UInt8

    /// The number of stars, in ``range``.
    public var stars: Int { Int(storedStars) }

    /// - Returns: `nil` outside of ``range``.
    public init?(_ stars: Int) {
        guard Self.range.contains(stars) else { return nil }
        storedStars = UInt8(stars)
    }

    fileprivate init(unchecked stars: UInt8) {
        storedStars = stars
    }

    /// Fewer stars come first.
    public static func < (left: Rating, right: Rating) -> Bool { left.storedStars < right.storedStars }

    /// The stars as signs: "★★★☆☆".
    public func signs(of scale: Int) -> String {
        String(repeating: "★", count: stars) + String(repeating: "☆", count: max(scale - stars, 0))
    }
}

extension Rating: Codable {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        guard let rating = Rating(try decoder.singleValueContainer().decode(Int.self)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no rating"))
        }
        self = rating
    }

    /// Writes the number of stars.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stars)
    }
}

extension Rating: FixedValue {
    /// No stars.
    public static var blank: Rating { Rating(unchecked: 0) }

    /// A rating is what a field of type ``FieldType/rating`` holds.
    public static var fieldType: FieldType { .rating }

    /// The ratings of a Rating column; `nil` for a column of another type.
    public static func values(of column: Column) -> FixedColumn<Rating>? {
        if case .rating(let values) = column { values } else { nil }
    }

    /// A Rating column of these ratings.
    public static func column(of values: FixedColumn<Rating>) -> Column { .rating(values) }

    /// The rating in a Rating cell.
    public init?(_ value: CellValue) {
        guard case .rating(let content) = value else { return nil }
        self = content
    }

    /// The rating as the cell of a Rating field.
    public var cellValue: CellValue { .rating(self) }
}

extension FieldDefinition {
    /// How many stars its ratings are shown with: 5, or 10 if its rules allow that many.
    public var ratingScale: Int {
        guard case .value(let value)? = rules.greatest, let greatest = Rating(value) else { return Rating.scales.usual }
        return greatest.stars > Rating.scales.usual ? Rating.scales.large : Rating.scales.usual
    }
}
