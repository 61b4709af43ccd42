/// How often something was met, and where first.
struct Tally: Sendable, Hashable {
    private(set) var count = 0
    /// As the counting code measures it: an offset into the text, or the number of a record.
    private(set) var first = 0

    mutating func add(at place: Int) {
        if count == 0 { first = place }
        count += 1
    }

    /// Adds what was counted further on.
    mutating func add(_ later: Tally) {
        if count == 0 { first = later.first }
        count += later.count
    }
}
