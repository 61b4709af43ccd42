import KirokuCore

/// Marked records, by their identities, so that they stay marked while others are added or deleted.
struct RecordMarks {
    /// Ascending; usually this is also the order of the table.
    private let ids: [RecordID]

    /// Creates a set without records.
    init() {
        ids = []
    }

    /// Creates marks for the records with these indexes in a table.
    init(_ records: [Int], of table: RecordTable) {
        let ids = records.map { table.ids[$0] }
        self.ids = zip(ids, ids.dropFirst()).allSatisfy(<) ? ids : ids.sorted()
    }

    var isEmpty: Bool { ids.isEmpty }

    func contains(_ id: RecordID) -> Bool {
        let index = index(of: id)
        return index < ids.count && ids[index] == id
    }

    /// The indexes of the marked records in a table that may have changed since, ascending.
    ///
    /// Costs one pass over the table.
    func indexes(in table: RecordTable) -> [Int] {
        var indexes: [Int] = []
        indexes.reserveCapacity(ids.count)
        // Usually the next mark in the table's order is also the next one here.
        var next = 0
        for (index, id) in table.ids.enumerated() {
            if next >= ids.count || ids[next] != id { next = self.index(of: id) }
            guard next < ids.count, ids[next] == id else { continue }
            indexes.append(index)
            next += 1
        }
        return indexes
    }

    /// The number of marks before `id`.
    private func index(of id: RecordID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
