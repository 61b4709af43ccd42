@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Judges a step that was taken back: what others have written since stays, and all else of the step is as it was.
struct UndoOracle {
    let step: Change
    let before: RecordTable
    let after: RecordTable
    let window: SimulatedWindow

    var faults: [String] { strangers + remains }

    /// What has changed and must not have.
    private var strangers: [String] {
        var faults: [String] = []
        let parts = step.flattened
        var bases: [CellID: Set<CellValue>] = [:]
        var deleted: Set<RecordID> = []
        for part in parts {
            switch part {
            case .setCells(let cells):
                for cell in cells {
                    bases[CellID(record: cell.record, field: cell.field), default: []]
                        .formUnion([cell.base, cell.value])
                }
            case .deleteRecords(let records): deleted.formUnion(records.ids)
            case .insertRecords, .setPlaces, .changeFields, .sequence: break
            }
        }
        for (place, field) in before.schema.fields.enumerated() {
            guard let target = after.schema.index(of: field.id) else {
                for (number, id) in before.ids.enumerated()
                where before[number, place] != .empty
                    && window.othersCells.contains(CellID(record: id, field: field.id))
                {
                    faults.append("undo takes “\(before[number, place].played)” of others away with its field")
                }
                continue
            }
            for (number, id) in before.ids.enumerated() {
                guard let record = after.index(of: id) else { continue }
                let (old, new) = (before[number, place], after[record, target])
                if old == new { continue }
                if bases[CellID(record: id, field: field.id)]?.contains(old) != true {
                    faults.append("undo makes “\(new.played)” of “\(old.played)”, which is not the step's")
                }
            }
        }
        for id in before.ids where after.index(of: id) == nil {
            if !deleted.contains(id) { faults.append("undo deletes record \(id.rawValue), which is not the step's") }
            if window.changedElsewhere.records.contains(id) {
                faults.append("undo deletes record \(id.rawValue), which others have changed")
            }
        }
        return faults
    }

    /// What has not changed and must have: a step of one part.
    private var remains: [String] {
        switch step {
        case .setCells(let cells):
            let last = Dictionary(cells.map { (CellID(record: $0.record, field: $0.field), $0) }) { $1 }
            return last.values.compactMap { cell in
                guard cells.count == last.count, let place = before.schema.index(of: cell.field),
                    let record = before.index(of: cell.record), before[record, place] == cell.base,
                    let target = after.index(of: cell.record), after[target, place] != cell.value
                else { return nil }
                return "undo leaves “\(cell.base.played)”, which nobody else has changed"
            }
        case .insertRecords(let records):
            return records.ids.filter { after.index(of: $0) == nil }.map {
                "undo does not bring record \($0.rawValue) back"
            }
        case .deleteRecords(let records):
            return records.ids.filter { after.index(of: $0) != nil && !window.changedElsewhere.records.contains($0) }
                .map { "undo leaves record \($0.rawValue), which nobody else has changed" }
        case .setPlaces, .changeFields, .sequence: return []
        }
    }
}
