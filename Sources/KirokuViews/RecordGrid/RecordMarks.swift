import KirokuCore

/// Records that are marked, by their identities, so that they stay marked whatever comes and goes around them.
struct RecordMarks {
    /// Ascending; mostly that is the table's order, too.
    private let ids: [RecordID]

    /// No records.
    init() {
        ids = []
    }

    /// Records of a table, by their indexes.
    init(_ records: [Int], of table: RecordTable) {
        let ids = records.map { table.ids[$0] }
        self.ids = zip(ids, ids.dropFirst()).allSatisfy(<) ? ids : ids.sorted()
    }

    var isEmpty: Bool { ids.isEmpty }

    func contains(_ id: RecordID) -> Bool {
        let index = index(of: id)
        return index < ids.count && ids[index] == id
    }

    /// Where the marked records are in a table that may have changed since, ascending.
    ///
    /// Costs one pass.
    func indexes(in table: RecordTable) -> [Int] {
        var indexes: [Int] = []
        indexes.reserveCapacity(ids.count)
        // Mostly the next one in the table is the next one here.
        var next = 0
        for (index, id) in table.ids.enumerated() {
            if next >= ids.count || ids[next] != id { next = self.index(of: id) }
            guard next < ids.count, ids[next] == id else { continue }
            indexes.append(index)
            next += 1
        }
        return indexes
    }

    /// How many of them are less than `id`.
    private func index(of id: RecordID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
