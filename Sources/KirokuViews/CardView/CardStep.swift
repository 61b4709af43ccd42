import KirokuCore

/// What a person asks of a card besides typing into it.
public enum CardStep: Sendable, Hashable {
    /// The record shown before this one.
    case previous
    /// The record shown after this one.
    case next
    /// An empty record at the end.
    case new
    /// The record as it was before anything was entered into it; none after all, if it is new and still empty.
    case takeBack
    /// The value of the record above in the field.
    case repeatAbove
    /// The same, as filling down is called where a single record is.
    case fillDown
    /// Today's date.
    case date
    /// The time of day.
    case time
}

/// Which one a record is of those that are shown.
public struct CardPosition: Sendable, Hashable {
    /// From 0.
    public let index: Int
    /// How many records are shown.
    public let count: Int

    /// The record with this index among `count`.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// "Record 3 of 1,234".
    var text: String {
        localized(
            "Record {place} of {count}", ["place": localizedNumber(index + 1), "count": localizedNumber(count)])
    }
}
