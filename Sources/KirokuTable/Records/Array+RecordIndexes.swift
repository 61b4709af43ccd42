/// Inserting, removing and picking many elements in one pass, at the speed of copying memory.
extension Array {
    /// Inserts `new`, so that its elements end up at `places`.
    package mutating func insert(_ new: [Element], at places: RecordIndexes) {
        if places.runs.count == 1 {
            insert(contentsOf: new, at: places.lowerBound)
            return
        }
        var merged: [Element] = []
        merged.reserveCapacity(count + new.count)
        var ours = 0
        var theirs = 0
        for run in places.runs {
            let next = ours + run.lowerBound - merged.count
            merged.append(contentsOf: self[ours..<next])
            ours = next
            merged.append(contentsOf: new[theirs..<theirs + run.count])
            theirs += run.count
        }
        merged.append(contentsOf: self[ours...])
        self = merged
    }

    /// Removes the elements at `places`.
    package mutating func remove(at places: RecordIndexes) {
        if places.runs.count == 1 {
            removeSubrange(places.runs[0])
            return
        }
        var kept: [Element] = []
        kept.reserveCapacity(count - places.count)
        var next = 0
        for run in places.runs {
            kept.append(contentsOf: self[next..<run.lowerBound])
            next = run.upperBound
        }
        kept.append(contentsOf: self[next...])
        self = kept
    }

    /// The elements at `places`.
    package func picked(at places: RecordIndexes) -> [Element] {
        var picked: [Element] = []
        picked.reserveCapacity(places.count)
        for run in places.runs { picked.append(contentsOf: self[run]) }
        return picked
    }

    /// The first index whose element satisfies `belongsRight`, as all later ones must.
    ///
    /// Costs a binary search.
    package func partitioningIndex(_ belongsRight: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsRight(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
