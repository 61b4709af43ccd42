import KirokuCore

/// Records that are marked, by their identifiers, so that they stay marked whatever comes and goes around them.
struct RecordMarks {
    /// Ascending.
    let ids: [RecordID]

    /// No records.
    init() {
        ids = []
    }

    /// Records of a table, by their indexes, ascending.
    init(_ records: [Int], of table: RecordTable) {
        ids = records.map { table.ids[$0] }
    }

    func contains(_ id: RecordID) -> Bool {
        let place = place(of: id)
        return place < ids.count && ids[place] == id
    }

    /// The marked records from the one after `id` on, or with `forward` false from the one before it backwards; after the
    /// last one comes the first again, so that it ends with `id` itself, if that is marked.
    func others(after id: RecordID?, forward: Bool) -> some Sequence<RecordID> {
        let start = id.map { place(of: $0) } ?? (forward ? 0 : ids.count)
        let isHere = start < ids.count && ids[start] == id
        let count = ids.count
        let first = forward ? (isHere ? start + 1 : start) : start - 1
        return (0..<count).lazy.map { step in
            ids[((forward ? first + step : first - step) % count + count) % count]
        }
    }

    /// Where the marked records are in a table that may be another one by now, ascending.
    ///
    /// Costs one pass.
    func indexes(in table: RecordTable) -> [Int] {
        var indexes: [Int] = []
        indexes.reserveCapacity(ids.count)
        var next = 0
        for (index, id) in table.ids.enumerated() {
            while next < ids.count, ids[next] < id { next += 1 }
            guard next < ids.count else { break }
            if ids[next] == id { indexes.append(index) }
        }
        return indexes
    }

    /// How many of them come before `id`.
    private func place(of id: RecordID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
