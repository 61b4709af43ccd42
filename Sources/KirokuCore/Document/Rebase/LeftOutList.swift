/// Edits that were left out, as they are put together: the oldest first, and the same one only once.
///
/// What is there already is found without going through all of them: a file from elsewhere may have any number.
struct LeftOutList {
    /// What makes two of them the same.
    private enum Key: Hashable {
        /// Of a record that is gone there is only one of each desk.
        case gone(RecordID?, desk: Int?)
        case other(EditConflict.Reason, RecordID?, FieldID?, CellValue)

        init(_ conflict: EditConflict) {
            self =
                conflict.reason == .recordGone
                ? .gone(conflict.record, desk: conflict.id.map(RecordIDSource.desk))
                : .other(conflict.reason, conflict.record, conflict.field, conflict.own)
        }
    }

    private(set) var list: [EditConflict] = []
    /// Where the first one of each is; of those of a record that is gone, the first one that has what was entered.
    private var places: [Key: Int] = [:]

    /// These, whatever is among them.
    init(_ list: [EditConflict] = []) {
        for conflict in list { append(conflict) }
    }

    /// Adds one, whatever is there.
    mutating func append(_ conflict: EditConflict) {
        if conflict.reason != .recordGone || conflict.lost != nil {
            let key = Key(conflict)
            if places[key] == nil { places[key] = list.count }
        }
        list.append(conflict)
    }

    /// Adds one, unless the same is among them.
    ///
    /// Of a record that is gone there is only one of each desk, with everything that was entered into it there: what was
    /// taken over from others may have been taken over by several.
    mutating func leaveOut(_ conflict: EditConflict, in table: RecordTable) {
        var new = conflict
        let same = places[Key(conflict)]
        if conflict.reason == .recordGone {
            // Whoever has left out several edits of the record elsewhere has combined them already.
            let known = conflict.field == nil && !conflict.isOfOwnDesk ? nil : same.flatMap { list[$0].lost }
            if let known, known.holds(anotherThan: conflict) {
                new.lost = nil
                return append(new)
            }
            // What is known already has what was left out of its other cells.
            guard let lost = (known ?? conflict.lost)?.setting(conflict) else { return append(conflict) }
            let id = conflict.id
            new = EditConflict(lost: lost)
            (new.id, new.author, new.time) = (id, conflict.author, conflict.time)
            new.sentence = conflict.sentence ?? same.flatMap { list[$0].sentence }
        }
        guard let same else { return append(new) }
        // With more of the record it has a new name (see `Document.renewed(_:)`).
        if new.lost == nil || new.id == nil { new.id = list[same].id }
        list[same] = new
    }
}

extension RecordTable {
    /// Whether something else was entered into the cell and left out as well: the record has room for one of both.
    fileprivate func holds(anotherThan conflict: EditConflict) -> Bool {
        guard let lost = conflict.lost, let field = conflict.field, let here = schema.index(of: field),
            let before = lost.schema.index(of: field)
        else { return false }
        return self[0, here] != lost[0, before] && self[0, here] != conflict.own
    }

    /// The record with the value that was entered into one of its cells.
    fileprivate func setting(_ conflict: EditConflict) -> RecordTable {
        guard let field = conflict.field.flatMap({ schema.index(of: $0) }), conflict.own.fits(schema[field].type) else {
            return self
        }
        var table = self
        try? table.set(conflict.own, at: 0, field: field)
        return table
    }
}
