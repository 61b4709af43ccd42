import KirokuCore

/// What the user can ask of a card besides typing into it.
public enum CardStep: Sendable, Hashable {
    /// The record shown before this one.
    case previous
    /// The record shown after this one.
    case next
    /// An empty record at the end.
    case new
    /// The record as it was before anything was entered; removes a new record that is still empty.
    case takeBack
    /// The value of the same field in the record above.
    case repeatAbove
    /// The same as ``repeatAbove``, asked for with the key that fills down in a grid.
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
    /// Whether these numbers are guessed.
    public let isGuessed: Bool

    /// Creates the position of the record with this index among `count`.
    public init(index: Int, count: Int, isGuessed: Bool = false) {
        self.index = index
        self.count = count
        self.isGuessed = isGuessed
    }

    /// "Record 3 of 1,234", or "Record ≈ 3" if the numbers are guessed.
    var text: String {
        let place = localizedNumber(index + 1)
        if isGuessed { return localized("Record {number}", ["number": "≈ " + place]) }
        return localized("Record {place} of {count}", ["place": place, "count": localizedNumber(count)])
    }
}
