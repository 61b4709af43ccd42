@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Judges what became of edits when others had changed something: each cell is theirs or mine by the rules, nothing is
/// overwritten unseen, and what is not there is open.
struct MergeOracle {
    /// Before both.
    let base: RecordTable
    let mine: RecordTable
    let theirs: RecordTable
    let edits: [SimulatedEdit]
    let merged: MergedEdits

    private var result: RecordTable { merged.table }
    private let own: OwnEdits

    init(base: RecordTable, mine: RecordTable, theirs: RecordTable, edits: [SimulatedEdit], merged: MergedEdits) {
        (self.base, self.mine, self.theirs, self.edits, self.merged) = (base, mine, theirs, edits, merged)
        own = OwnEdits(edits.map(\.change))
    }

    var faults: [String] {
        fields + records + cells + places + losses(besides: base.cellTexts)
    }

    // MARK: Losses

    /// What was entered here, or is back here with a field that others do not have, and is neither there nor open.
    ///
    /// - Parameter known: what was there before, so that others may have made something else of it.
    func losses(besides known: Set<String>) -> [String] {
        var missing = own.texts
        for (field, texts) in own.carried where definition(field, theirs) == nil { missing.formUnion(texts) }
        missing.formIntersection(mine.cellTexts)
        missing.subtract(known)
        missing.subtract(result.cellTexts)
        if missing.isEmpty { return [] }
        for conflict in merged.open { missing.subtract(conflict.keptTexts) }
        return missing.subtracting(merged.typedOver).sorted().filter { !$0.isEmpty }
            .map { "“\($0)” of the own edits is neither there nor open" }
    }

    // MARK: Fields

    private var fields: [String] {
        var faults: [String] = []
        for field in theirs.schema.fields {
            let (inBase, inMine) = (definition(field.id, base), definition(field.id, mine))
            guard let now = definition(field.id, result) else {
                if inBase == nil, inMine == nil, isTakenAway(field) { continue }
                if inBase == nil || inMine != nil {
                    faults.append("their field “\(field.name)” is gone")
                } else if inBase != field && own.taken[field.id] != field || isChanged(field.id) {
                    // A copy of the file may have sent what changed it here before it was removed.
                    faults.append("their field “\(field.name)” was changed and is gone")
                }
                continue
            }
            if let inBase, inMine == nil {
                // What got its type back here stays the field that it was, perhaps with another name.
                let isBack = mine.schema.fields.contains { $0.name == now.name && $0.type == now.type }
                if inBase == field, !isChanged(field.id), theirs.schema.count > 1, !isOpen(field.id, inBase), !isBack {
                    faults.append("the removed field “\(field.name)” stays")
                }
                continue
            }
            // One that has come and gone here may have the name that it had in between.
            if inMine == nil, own.brought.contains(field.id) { continue }
            faults += name(field, now, inBase, inMine)
        }
        for field in mine.schema.fields where definition(field.id, theirs) == nil {
            let isThere = definition(field.id, result) != nil
            if definition(field.id, base) != nil {
                if isThere { faults.append("the field “\(field.name)”, which others have removed, stays") }
            } else if !isThere, merged.open.allSatisfy({ $0.record != nil }), !isRetypedTwice(field),
                !result.schema.fields.contains(where: { $0.name == field.name && $0.type == field.type })
            {
                faults.append("the new field “\(field.name)” is neither there nor open")
            }
        }
        return faults
    }

    private func name(
        _ theirs: FieldDefinition, _ now: FieldDefinition, _ base: FieldDefinition?, _ mine: FieldDefinition?
    ) -> [String] {
        guard let base else {
            // What others have retyped gets the name that it has got here.
            let isKnown = now.name == theirs.name || self.mine.schema.fields.contains { $0.name == now.name }
            return isKnown ? [] : ["their name “\(theirs.name)” is “\(now.name)”"]
        }
        guard let mine, mine.name != base.name, mine.name != theirs.name else {
            return now.name == theirs.name ? [] : ["their name “\(theirs.name)” is “\(now.name)”"]
        }
        if base.name == theirs.name {
            return now.name.hasPrefix(mine.name) ? [] : ["the name “\(mine.name)” is not there"]
        }
        if now.name != theirs.name { return ["their name “\(theirs.name)” is overwritten unseen by “\(now.name)”"] }
        return merged.open.contains { $0.sides?.own?.name == mine.name } ? [] : ["the name “\(mine.name)” is not open"]
    }

    private func definition(_ field: FieldID, _ table: RecordTable) -> FieldDefinition? {
        table.schema.index(of: field).map { table.schema[$0] }
    }

    /// Whether others have changed cells of a field, to something else than was entered here as well.
    private func isChanged(_ field: FieldID) -> Bool {
        theirs.ids.contains { record in
            // A record that has come back as it was is not changed.
            isChanged(record, field) && !isEntered(record, field)
                && !(base.index(of: record) == nil && wasRemoved(record, field))
        }
    }

    private func isChanged(_ record: RecordID, _ field: FieldID) -> Bool {
        value(record, field, theirs) ?? .empty != value(record, field, base) ?? .empty
    }

    /// Whether what others have in a cell was there when its field was removed here.
    private func wasRemoved(_ record: RecordID, _ field: FieldID) -> Bool {
        own.removed[CellID(record: record, field: field)]?.contains(value(record, field, theirs) ?? .empty) == true
    }

    /// Whether what others have made of a cell was entered here as well.
    private func isEntered(_ record: RecordID, _ field: FieldID) -> Bool {
        own.entered[CellID(record: record, field: field)]?.contains(value(record, field, theirs) ?? .empty)
            == true
    }

    /// Whether a field has got its type back here, which comes to nothing.
    private func isRetypedTwice(_ field: FieldDefinition) -> Bool {
        base.schema.fields.contains {
            $0.name == field.name && $0.type == field.type && mine.schema.index(of: $0.id) == nil
        }
    }

    /// Whether a field came and went here, and others have it just as it went: another copy of the file has sent what brought
    /// it, and what takes it away was made over the same cells.
    private func isTakenAway(_ field: FieldDefinition) -> Bool {
        own.brought.contains(field.id) && own.taken[field.id] == field
            && theirs.ids.allSatisfy { record in
                let then = own.removed[CellID(record: record, field: field.id)] ?? [.empty]
                return then.contains(value(record, field.id, theirs) ?? .empty)
            }
    }

    private func isOpen(_ field: FieldID, _ definition: FieldDefinition) -> Bool {
        merged.open.contains { $0.record == nil && ($0.field == field || $0.sides?.base == definition) }
    }

    // MARK: Records

    private var records: [String] {
        var faults: [String] = []
        for id in Set(base.ids).union(mine.ids).union(theirs.ids).union(result.ids) {
            let isThere = result.index(of: id) != nil
            switch (base.index(of: id) != nil, mine.index(of: id) != nil, theirs.index(of: id) != nil) {
            case (true, false, true):
                let changed = theirs.schema.fields.filter { isChanged(id, $0.id) }
                // Others may have made of it what it was here, too, before it was deleted.
                if !changed.isEmpty, changed.allSatisfy({ isEntered(id, $0.id) }) { continue }
                let isTheirs = changed.contains { !wasDeleted(id, $0.id) }
                let isOpen = merged.open.contains { $0.record == id && $0.reason == .recordChanged }
                if isTheirs, !isThere { faults.append("record \(id.rawValue) of others is deleted unseen") }
                if isTheirs, isThere, !isOpen { faults.append("that record \(id.rawValue) was deleted is not open") }
                if !isTheirs, isThere, !isOtherThanDeleted(id), !isOpen || !isSetByOthers(id) {
                    faults.append("the deleted record \(id.rawValue) stays")
                }
            case (true, _, false), (false, false, false):
                if isThere { faults.append("record \(id.rawValue), which others have deleted, is there") }
            case (_, _, true):
                if !isThere, !own.added.contains(id) { faults.append("record \(id.rawValue) of others is gone") }
            case (false, true, false): if !isThere { faults.append("the new record \(id.rawValue) is gone") }
            }
        }
        return faults
    }

    /// Whether a record held in a field what others have there when it was deleted here.
    private func wasDeleted(_ record: RecordID, _ field: FieldID) -> Bool {
        own.deleted[record].map { value(record, field, $0) == value(record, field, theirs) } ?? false
    }

    /// Whether others have something else in a record than it had when it was deleted here.
    private func isOtherThanDeleted(_ record: RecordID) -> Bool {
        guard let last = own.deleted[record] else { return false }
        return theirs.schema.fields.contains { field in
            value(record, field.id, last).map { $0 != value(record, field.id, theirs) } ?? false
        }
    }

    /// Whether others have something else in a record than it had before it was set here, if only the same as was entered.
    private func isSetByOthers(_ record: RecordID) -> Bool {
        theirs.schema.fields.contains { field in
            own.first[CellID(record: record, field: field.id)].map { $0 != value(record, field.id, theirs) } ?? false
        }
    }

    // MARK: Cells

    private var cells: [String] {
        var faults: [String] = []
        for (place, field) in result.schema.fields.enumerated() {
            for (number, id) in result.ids.enumerated() {
                let now = result[number, place]
                let values = (value(id, field.id, base), value(id, field.id, mine), value(id, field.id, theirs))
                let between = own.entered[CellID(record: id, field: field.id)] ?? []
                if let fault = fault(id, field.id, now, values, between) { faults.append(fault) }
            }
        }
        return faults
    }

    private func fault(
        _ record: RecordID, _ field: FieldID, _ now: CellValue,
        _ values: (base: CellValue?, mine: CellValue?, theirs: CellValue?), _ between: Set<CellValue>
    ) -> String? {
        switch values {
        case (_, let mine?, nil):
            // The record or field is new here.
            return now == mine || isOpen(mine, record, field) ? nil : "“\(mine.played)” is “\(now.played)”"
        case (_, nil, nil): return nil
        case (let base, nil, let theirs?):
            // The record or field is gone here and stays, perhaps with what was entered before.
            let isNew = own.added.contains(record) || own.brought.contains(field)
            if now == theirs || (theirs == base || isNew) && between.contains(now) { return nil }
            return "their “\(theirs.played)” is “\(now.played)”"
        case (nil, let mine?, let theirs?):
            if now == mine, between.contains(theirs) { return nil }
            if now != theirs { return "their “\(theirs.played)” is overwritten unseen by “\(now.played)”" }
            // What has come with the record or field was not entered.
            if mine == theirs || !own.texts.contains(mine.played) { return nil }
            return isOpen(mine, record, field) || isRenumbered(mine, record, field)
                ? nil : "“\(mine.played)” is not open"
        case (let base?, let mine?, let theirs?):
            if mine == base || mine == theirs {
                return now == theirs ? nil : "their “\(theirs.played)” is “\(now.played)”"
            }
            // Its record or field was gone here, and has come back without what was in it. Nobody has emptied the cell, so it
            // is no loss that what others have there stays.
            if mine == .empty, now == theirs, !own.hasSet(record, field) { return nil }
            if theirs == base { return now == mine ? nil : "“\(mine.played)” is “\(now.played)”" }
            // Others may have made of it what was there in between.
            if now == mine, between.contains(theirs) { return nil }
            if now != theirs { return "their “\(theirs.played)” is overwritten unseen by “\(now.played)”" }
            return isOpen(mine, record, field) ? nil : "“\(mine.played)” is not open"
        }
    }

    private func isOpen(_ value: CellValue, _ record: RecordID, _ field: FieldID) -> Bool {
        merged.open.contains { conflict in
            guard conflict.record == record else { return false }
            if conflict.field == field, conflict.own == value { return true }
            return conflict.lost.map { self.value(record, field, $0) == value } ?? false
        }
    }

    /// Whether a value is where it was entered, in a field that is known by another identifier now: others have brought the
    /// same field back meanwhile, so that there are two.
    private func isRenumbered(_ value: CellValue, _ record: RecordID, _ field: FieldID) -> Bool {
        guard definition(field, base) == nil, let own = definition(field, mine) else { return false }
        return result.schema.fields.contains { other in
            [base, mine, theirs].allSatisfy { definition(other.id, $0) == nil } && other.name == own.name
                && other.type == own.type && self.value(record, other.id, result) == value
        }
    }

    private func value(_ record: RecordID, _ field: FieldID, _ table: RecordTable) -> CellValue? {
        guard let place = table.schema.index(of: field), let index = table.index(of: record) else { return nil }
        return table[index, place]
    }

    // MARK: Places

    /// A record that both have moved stays where the others have put it.
    ///
    /// One that is only back where it was deleted, before that was heard of, was not moved here.
    private var places: [String] {
        result.ids.compactMap { id in
            guard base.index(of: id) != nil, mine.index(of: id) != nil, theirs.index(of: id) != nil else { return nil }
            let others = theirs.place(of: id)
            let expected = own.movedFrom[id] == others ? mine.place(of: id) : others
            return result.place(of: id) == expected ? nil : "record \(id.rawValue) is at another place"
        }
    }
}

extension RecordTable {
    /// The texts of all cells.
    var cellTexts: Set<String> {
        var texts: Set<String> = []
        for field in schema.fields.indices { for record in ids.indices { texts.insert(self[record, field].played) } }
        return texts
    }
}
