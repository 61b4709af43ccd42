/// How often records have come and gone, and been moved, as far as that is more than once.
///
/// Copies of a document that were edited apart agree by these counts: of two changes of one record the one that counts
/// higher holds, in whatever order they arrive. A record is there while its lives are odd.
struct RecordCounts: Sendable, Hashable {
    struct Count: Sendable, Hashable {
        /// One more each time that the record comes or goes; 0 where no more is known than whether it is there.
        var lives = 0
        /// How often the record was moved.
        var moves = 0
        /// Where a record stands if it comes back; `nil` for where it stood.
        var place: Place?
    }

    /// The lives of records without a count of their own.
    var common = 1
    var own: [RecordID: Count] = [:]

    subscript(id: RecordID) -> Count? { own.isEmpty ? nil : own[id] }

    /// The lives of a record that is there.
    func lives(of id: RecordID) -> Int { max(self[id]?.lives ?? 0, common) }

    /// Those of some records.
    func picked(_ ids: [RecordID]) -> RecordCounts {
        if own.isEmpty { return self }
        let ids = Set(ids)
        return RecordCounts(common: common, own: own.filter { ids.contains($0.key) })
    }

    /// Those of the records if they come back after they went.
    var broughtBack: RecordCounts {
        RecordCounts(
            common: common + 2,
            own: own.mapValues { Count(lives: max($0.lives, common) + 2, moves: $0.moves, place: $0.place) })
    }
}

extension RecordTable {
    /// The same records, to come back after they went.
    var broughtBack: RecordTable {
        var records = self
        records.counts = counts.broughtBack
        return records
    }

    /// The highest count that is known of a record, whether or not it is there.
    func knownLives(of id: RecordID) -> Int {
        if let lives = counts[id]?.lives, lives > 0 { return lives }
        return index(of: id) == nil ? 0 : 1
    }

    /// Takes in that records come by an edit made here, which counts higher than all that is known of them, and stand where
    /// they were moved to last.
    ///
    /// - Parameter records: not here yet.
    mutating func count(coming records: inout RecordTable) {
        let given = records.counts
        guard given.common > 1 || !given.own.isEmpty || !counts.own.isEmpty else { return }
        var own: [RecordID: RecordCounts.Count] = [:]
        var moved: [(RecordID, Place)] = []
        for id in records.ids {
            let known = counts[id]
            var count = RecordCounts.Count(lives: given.lives(of: id), moves: given[id]?.moves ?? 0)
            if let lives = known?.lives, lives >= count.lives {
                count.lives = lives + (lives.isMultiple(of: 2) ? 1 : 2)
            }
            if let known, known.moves > count.moves {
                count.moves = known.moves
                if let place = known.place { moved.append((id, place)) }
            }
            guard known != nil || count.lives > 1 || count.moves > 0 else { continue }
            own[id] = count
            counts.own[id] = count
        }
        records.counts = RecordCounts(own: own)
        if !moved.isEmpty { _ = records.setPlaces(moved) }
    }

    /// Takes in that records went by an edit made here.
    mutating func count(going records: RecordTable) {
        if counts.own.isEmpty { return }
        for id in records.ids {
            guard let count = counts.own[id] else { continue }
            counts.own[id] = RecordCounts.Count(
                lives: max(count.lives, 1) + 1, moves: count.moves, place: records.place(of: id))
        }
    }

    /// Counts a move made here.
    mutating func count(move id: RecordID) -> Int {
        let moves = (counts[id]?.moves ?? 0) + 1
        counts.own[id, default: RecordCounts.Count()].moves = moves
        return moves
    }
}
