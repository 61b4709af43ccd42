/// The edit distance: how many letters must be replaced, added or removed to turn one text into another.
enum LetterDistance {
    /// The smallest number of such letters; `nil` if it is more than `limit`.
    ///
    /// Costs at most 3 to the power of `limit` passes over the letters, so it is meant for limits of up to 2.
    static func between(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>, limit: Int) -> Int? {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in between(one[...], other[...], limit: limit) }
        }
    }

    private static func between(
        _ one: Slice<UnsafeBufferPointer<UInt32>>, _ other: Slice<UnsafeBufferPointer<UInt32>>, limit: Int
    ) -> Int? {
        if abs(one.count - other.count) > limit { return nil }
        var (start, otherStart) = (one.startIndex, other.startIndex)
        var (end, otherEnd) = (one.endIndex, other.endIndex)
        while start < end, otherStart < otherEnd, one[start] == other[otherStart] {
            start += 1
            otherStart += 1
        }
        while start < end, otherStart < otherEnd, one[end - 1] == other[otherEnd - 1] {
            end -= 1
            otherEnd -= 1
        }
        if start == end || otherStart == otherEnd {
            let rest = (end - start) + (otherEnd - otherStart)
            return rest <= limit ? rest : nil
        }
        if limit == 0 { return nil }
        let ways = [
            between(one[start + 1..<end], other[otherStart + 1..<otherEnd], limit: limit - 1),
            between(one[start + 1..<end], other[otherStart..<otherEnd], limit: limit - 1),
            between(one[start..<end], other[otherStart + 1..<otherEnd], limit: limit - 1),
        ]
        return ways.compactMap(\.self).min().map { $0 + 1 }
    }
}
