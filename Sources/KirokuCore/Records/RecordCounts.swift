/// How often records have been inserted, deleted and moved, where that is more than once.
///
/// Separately edited copies of a document agree by these counts: of two changes of a record, the one with the higher
/// count wins, in whatever order they arrive. A record exists while its number of lives is odd.
struct RecordCounts: Sendable, Hashable {
    struct Count: Sendable, Hashable {
        /// Increases each time the record is inserted or deleted; 0 if only its existence is known.
        var lives = 0
        /// How often the record has been moved.
        var moves = 0
        /// The place of a record if it is restored; `nil` for its former place.
        var place: Place?
    }

    /// The lives of records without a count of their own.
    var common = 1
    var own: [RecordID: Count] = [:]

    subscript(id: RecordID) -> Count? { own.isEmpty ? nil : own[id] }

    /// The lives of a record that exists.
    func lives(of id: RecordID) -> Int { max(self[id]?.lives ?? 0, common) }

    /// The counts of some records.
    func picked(_ ids: [RecordID]) -> RecordCounts {
        if own.isEmpty { return self }
        let ids = Set(ids)
        return RecordCounts(common: common, own: own.filter { ids.contains($0.key) })
    }

    /// The counts of records if they are restored after deletion.
    var broughtBack: RecordCounts {
        RecordCounts(
            common: common + 2,
            own: own.mapValues { Count(lives: max($0.lives, common) + 2, moves: $0.moves, place: $0.place) })
    }
}

extension RecordTable {
    /// The same records, to be restored after deletion.
    var broughtBack: RecordTable {
        var records = self
        records.counts = counts.broughtBack
        return records
    }

    /// The highest known count of a record, whether or not it exists.
    func knownLives(of id: RecordID) -> Int {
        if let lives = counts[id]?.lives, lives > 0 { return lives }
        return index(of: id) == nil ? 0 : 1
    }

    /// Notes that an edit made here inserts records: it counts higher than anything known about them, and they get the
    /// place they were last moved to.
    ///
    /// - Parameter records: not yet in the table.
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

    /// Notes that an edit made here has deleted records.
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
