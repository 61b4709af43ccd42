import KirokuCore

/// The commands of a card, apart from typing into it.
public enum CardStep: Sendable, Hashable {
    /// The record shown before this one.
    case previous
    /// The record shown after this one.
    case next
    /// An empty record at the end.
    case new
    /// Restores the record as it was before anything was entered; removes a new record that is still empty.
    case revert
    /// The value of the same field in the record above.
    case repeatAbove
    /// The same as ``repeatAbove``, by the key that fills down in a grid.
    case fillDown
    /// Today's date.
    case date
    /// The time of day.
    case time
}

/// The position of a record among the shown ones.
public struct CardPosition: Sendable, Hashable {
    /// The index of the record, from 0.
    public let index: Int
    /// The number of shown records.
    public let count: Int
    /// Whether the index is guessed.
    public let isIndexGuessed: Bool
    /// Whether the number of records is guessed.
    public let isCountGuessed: Bool

    /// Creates the position of the record with this index among `count`.
    public init(index: Int, count: Int, isIndexGuessed: Bool = false, isCountGuessed: Bool = false) {
        self.index = index
        self.count = count
        self.isIndexGuessed = isIndexGuessed
        self.isCountGuessed = isCountGuessed
    }

    /// "Record 3 of 1,234"; estimates have "≈" before them.
    var text: String {
        localized(
            "Record {place} of {count}",
            [
                "place": (isIndexGuessed ? "≈ " : "") + localizedNumber(index + 1),
                "count": (isCountGuessed ? "≈ " : "") + localizedNumber(count),
            ])
    }
}
