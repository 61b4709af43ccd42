// Changes of fields that come to nothing together. They are left out of a merge: a field that is gone for a moment would
// take along what others have put into it.

extension [Change] {
    /// The indexes of changes of fields that were taken back exactly, of those that have taken them back, and of all in
    /// between.
    ///
    /// Costs nothing if none changes fields.
    ///
    /// - Parameter isPair: whether the second one, given both indexes, may be the undoing of the first one.
    package func undone(where isPair: (Int, Int) -> Bool) -> Set<Int> {
        guard contains(where: \.changesFields) else { return [] }
        var undone: Set<Int> = []
        var staying: [Int] = []
        for (index, change) in enumerated() {
            if let last = staying.last, isPair(last, index), change.isInverse(of: self[last]) {
                if change.changesFields { undone.formUnion(last...index) }
                staying.removeLast()
            } else {
                staying.append(index)
            }
        }
        return undone
    }

    /// As many changes, of which some do nothing.
    package func without(_ indexes: Set<Int>) -> [Change] {
        enumerated().map { indexes.contains($0.offset) ? .sequence([]) : $0.element }
    }
}

extension Change {
    /// Whether it takes back exactly what another change has done, cell for cell.
    ///
    /// Costs a pass over the cells of both.
    fileprivate func isInverse(of other: Change) -> Bool {
        let (parts, inverse) = (flattened, other.inverse.flattened)
        return parts.count == inverse.count && zip(parts, inverse).allSatisfy { $0.isSame(as: $1) }
    }

    private func isSame(as other: Change) -> Bool {
        switch (self, other) {
        case (.setCells(let cells), .setCells(let others)): cells == others
        case (.insertRecords(let records), .insertRecords(let others)),
            (.deleteRecords(let records), .deleteRecords(let others)):
            records.ids == others.ids && records == others
                && records.ids.allSatisfy { records.place(of: $0) == others.place(of: $0) }
        case (.setPlaces(let places), .setPlaces(let others)): places == others
        case (.changeFields(let change), .changeFields(let other)):
            change.base.fields == other.base.fields && change.schema.fields == other.schema.fields
                && change.removed == other.removed && change.inserted == other.inserted
        default: false
        }
    }
}
