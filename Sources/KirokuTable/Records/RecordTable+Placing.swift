/// Records to be inserted, with identities and places that give them the wanted position.
package struct PlacedRecords {
    package let records: RecordTable
    /// The records that must first be moved to make room.
    package let room: [PlaceChange]
}

/// From indexes, which screens use, to places.
extension RecordTable {
    /// These records as new ones of this table that end up at `indexes`.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/fieldsDiffer`` if there are not as many.
    package func placing(
        _ records: RecordTable, at indexes: RecordIndexes, keepingIdentities: Bool = false,
        from source: RecordIDSource = .shared
    ) throws(TableError) -> PlacedRecords {
        guard records.count == indexes.count, records.fieldTypes == fieldTypes else {
            throw Reports.refused("KRK_TB_IR", .fieldsDiffer)
        }
        try checkRecords(indexes, count: count + records.count, "KRK_TB_IR")
        let ids =
            keepingIdentities
            ? records.ids.map { index(of: $0) == nil ? $0 : newIDs(1, from: source)[0] }
            : newIDs(records.count, from: source)
        let (places, room) = places(for: ids, at: indexes)
        return PlacedRecords(records: records.identified(by: ids, places: places, as: schema), room: room)
    }

    /// The moves that put the records at `indexes` together, in the same order, the first of them at `index`.
    ///
    /// - Parameter index: counted after the move, from 0 to the number of the records that stay.
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``.
    package func moving(_ indexes: RecordIndexes, to index: Int) throws(TableError) -> [PlaceChange] {
        // Without the cells, which would be copied.
        var rest = RecordTable(schema: Schema(), ids: ids, places: places, cells: [])
        let moved = try rest.remove(at: indexes)
        guard (0...rest.count).contains(index) else {
            throw Reports.refused("KRK_TB_MV", .recordOutOfRange(index: index, count: rest.count))
        }
        let (places, room) = rest.places(for: moved.ids, at: RecordIndexes(index..<index + moved.count))
        return room
            + moved.ids.map { PlaceChange(record: $0, base: place(of: $0), place: places[$0] ?? Place($0)) }
    }

    private func newIDs(_ count: Int, from source: RecordIDSource) -> [RecordID] {
        var ids = source.take(count)
        guard let first = ids.first, let last = self.ids.last, !places.isEmpty || first <= last else { return ids }
        // The file may contain anything.
        for index in ids.indices {
            while self.index(of: ids[index]) != nil { ids[index] = source.next() }
        }
        return ids.sorted()
    }

    /// The places of records that are to be at `indexes`, where these differ from their identities, and the records
    /// that must move for that.
    private func places(
        for new: [RecordID], at indexes: RecordIndexes
    ) -> (places: [RecordID: Place], room: [PlaceChange]) {
        var own: [RecordID: Place] = [:]
        var known = 0
        for run in indexes.runs {
            let theirs = new[known..<known + run.count]
            let index = run.lowerBound - known
            known += run.count
            let previous = index > 0 ? place(of: ids[index - 1]) : nil
            let next = index < count ? place(of: ids[index]) : nil
            if canStandAtIdentities(theirs, between: previous, next) { continue }
            guard let places = Place.between(previous, next, count: run.count) else {
                return placesWithRoom(for: new, at: indexes)
            }
            own.merge(zip(theirs, places)) { _, new in new }
        }
        return (own, [])
    }

    private func canStandAtIdentities(
        _ new: ArraySlice<RecordID>, between previous: Place?, _ next: Place?
    ) -> Bool {
        guard let first = new.first, let last = new.last else { return true }
        return (previous.map { $0 < Place(first) } ?? true) && (next.map { Place(last) < $0 } ?? true)
            && zip(new, new.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// The least room to make when other records must move; more than is needed now.
    private static var leastRoom: Int64 { 1 << 20 }

    /// The same if others must move: as few nearby records as make enough room.
    private func placesWithRoom(
        for new: [RecordID], at indexes: RecordIndexes
    ) -> (places: [RecordID: Place], room: [PlaceChange]) {
        var order = ids
        order.insert(new, at: indexes)
        var waiting = Set(new)
        var given: [RecordID: Place] = [:]
        func placeAt(_ index: Int) -> Place? {
            order.indices.contains(index) ? given[order[index]] ?? place(of: order[index]) : nil
        }
        for run in indexes.runs where waiting.contains(order[run.lowerBound]) {
            var width = 0
            while true {
                let start = max(0, run.lowerBound - width)
                var end = min(order.count, run.upperBound + width)
                while end < order.count, waiting.contains(order[end]) { end += 1 }
                if let places = Place.between(
                    placeAt(start - 1), placeAt(end), count: end - start, least: Self.leastRoom)
                {
                    for (id, place) in zip(order[start..<end], places) {
                        given[id] = place
                        waiting.remove(id)
                    }
                    break
                }
                width = max(2 * width, 8)
            }
        }
        let room = ids.compactMap { id in given[id].map { PlaceChange(record: id, base: place(of: id), place: $0) } }
        return (given.filter { index(of: $0.key) == nil }, room)
    }
}

extension Place {
    /// The place right after another one, before anything at a later identity.
    package static func behind(_ place: Place) -> Place {
        between(place, nil, count: 1)?[0] ?? Place(after: place.after + 1, step: 0)
    }
}

extension RecordTable {
    /// The records with other identities, each at its place in another table; new ones at their identities.
    ///
    /// - Precondition: as many identities as records, in the same order.
    package func identified(by new: [RecordID], placedLike other: RecordTable) -> RecordTable {
        let wanted = new.map { other.index(of: $0) == nil ? Place($0) : other.place(of: $0) }
        let order = new.indices.sorted { (wanted[$0], new[$0]) < (wanted[$1], new[$1]) }
        var table = self
        if order.indices.contains(where: { order[$0] != $0 }) {
            _ = table.setPlaces(order.enumerated().map { (ids[$1], Place(after: Int64($0) + 1, step: 0)) })
        }
        var places: [RecordID: Place] = [:]
        for index in new.indices where wanted[index] != Place(new[index]) { places[new[index]] = wanted[index] }
        return table.identified(by: order.map { new[$0] }, places: places, as: schema)
    }
}
