/// How often something was found, and where first.
struct Tally: Sendable, Hashable {
    private(set) var count = 0
    /// The place of the first: an offset into the text, or the index of a record, depending on the counting code.
    private(set) var first = 0

    mutating func add(at place: Int) {
        if count == 0 { first = place }
        count += 1
    }

    /// Adds what was counted later in the text.
    mutating func add(_ later: Tally) {
        if count == 0 { first = later.first }
        count += later.count
    }
}
