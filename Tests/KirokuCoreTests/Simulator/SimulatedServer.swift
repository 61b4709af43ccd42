@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A server with one table: each commit is made as a whole and once only, if all that it replaces is there.
struct SimulatedServer {
    private(set) var table: RecordTable
    /// Another one after a backup was put back.
    private(set) var past = 0
    /// The commits that are known.
    private(set) var known: Set<Int> = []
    /// All texts that were ever in the table.
    private(set) var texts: Set<String>
    /// The records that each commit has changed; `nil` for all of them.
    private var log: [Set<RecordID>?] = []
    private var backups: [Backup] = []

    private struct Backup {
        let table: RecordTable
        let known: Set<Int>
        let texts: Set<String>
        let length: Int
    }

    /// Up to where a copy has what is on the server.
    struct Cursor: Equatable {
        var past = 0
        var length = 0
    }

    /// What the server says to somebody who had everything up to a cursor.
    struct News {
        let since: Cursor
        let cursor: Cursor
        let table: RecordTable
        /// The records that have changed since; `nil` if all must be compared.
        let changed: Set<RecordID>?
        let known: Set<Int>
        let texts: Set<String>
    }

    enum Answer { case made, known, refused }

    init(_ table: RecordTable) {
        self.table = table
        texts = table.texts
    }

    mutating func commit(_ edit: SimulatedEdit) -> Answer {
        if known.contains(edit.number) { return .known }
        var after = table
        guard after.compareAndApply(edit.change) == nil else { return .refused }
        backups.append(Backup(table: table, known: known, texts: texts, length: log.count))
        table = after
        known.insert(edit.number)
        texts.formUnion(edit.change.namedTexts)
        log.append(edit.change.changesFields ? nil : edit.change.records)
        return .made
    }

    /// Up to where it is now.
    var cursor: Cursor { Cursor(past: past, length: log.count) }

    func news(since cursor: Cursor) -> News {
        var changed: Set<RecordID>? = cursor.past == past ? [] : nil
        if cursor.past == past {
            for records in log[cursor.length...] {
                guard let records else {
                    changed = nil
                    break
                }
                changed?.formUnion(records)
            }
        }
        return News(
            since: cursor, cursor: self.cursor, table: table, changed: changed, known: known,
            texts: texts)
    }

    /// Goes back by so many commits.
    mutating func restore(by count: Int) {
        guard count > 0, backups.count >= count, case let backup = backups[backups.count - count] else { return }
        (table, known, texts) = (backup.table, backup.known, backup.texts)
        backups.removeLast(count)
        log.removeSubrange(backup.length...)
        past += 1
    }
}

extension RecordTable {
    /// Makes a change if everything that it replaces is there.
    ///
    /// - Returns: what is not, as a sentence; the table may then have a part of the change.
    mutating func compareAndApply(_ change: Change) -> String? {
        switch change {
        case .setCells(let cells):
            for cell in cells {
                guard let record = index(of: cell.record), let field = schema.index(of: cell.field) else {
                    return "the cell of “\(cell.value.played)” is not there"
                }
                let now = self[record, field]
                if now != cell.base { return "“\(now.played)” is overwritten as if it were “\(cell.base.played)”" }
                if (try? set(cell.value, at: record, field: field)) == nil {
                    return "“\(cell.value.played)” does not fit"
                }
            }
            return nil
        case .insertRecords(let records):
            if records.ids.contains(where: { index(of: $0) != nil }) { return "a record is there already" }
        case .deleteRecords(let records):
            for (number, id) in records.ids.enumerated() {
                guard let index = index(of: id) else { return "a record that is deleted is not there" }
                for (place, field) in records.schema.fields.enumerated() {
                    guard let target = schema.index(of: field.id) else { continue }
                    let (now, base) = (self[index, target], records[number, place])
                    if now != base { return "“\(now.played)” is deleted as if it were “\(base.played)”" }
                }
            }
        case .setPlaces(let changes):
            for change in changes where index(of: change.record) == nil || place(of: change.record) != change.base {
                return "a record is moved from where it is not"
            }
        case .changeFields(let change):
            if change.base.fields != schema.fields { return "fields are changed that are others" }
            for removed in change.removed {
                guard let place = schema.index(of: removed.definition.id) else { continue }
                for (number, id) in removed.records.enumerated() {
                    guard let index = index(of: id) else { continue }
                    let (now, base) = (self[index, place], removed.value(at: number))
                    if now != base { return "“\(now.played)” goes with its field as if it were “\(base.played)”" }
                }
            }
        case .sequence(let changes):
            for change in changes {
                if let complaint = compareAndApply(change) { return complaint }
            }
            return nil
        }
        return (try? apply(change)) == nil ? "a change is refused" : nil
    }
}
