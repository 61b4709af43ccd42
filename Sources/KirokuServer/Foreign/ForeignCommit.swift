import FoundationEssentials
import KirokuCore

/// The statements that make one edit in another program's table, in one transaction.
///
/// The transaction is rolled back if a value that one of them replaces has changed (``RaisedSign``).
struct ForeignCommit {
    private(set) var statements: [ServerStatement] = []
    /// The values that identify a row which gets a key, in case the answer is lost.
    private(set) var written: [(record: RecordID, cells: [FieldID: CellValue])] = []

    /// Whether the answers are needed, so that the edit must not be sent again before its outcome is known.
    var needsAnswer: Bool { statements.contains { !$0.keyed.isEmpty } }

    /// - Parameters:
    ///   - keys: the keys of the changed and deleted records.
    /// - Throws: a sentence if the table cannot hold the values.
    init(_ edits: RecordEdits, _ layout: ForeignLayout, keys: [RecordID: String]) throws(SharedRefusal) {
        guard !edits.changesFields else {
            throw SharedRefusal(
                sentence: localized(
                    "The fields of “{table}”, a table from another program, can only be changed there.",
                    ["table": ShownText.short(layout.source.name)]))
        }
        if edits.records.isEmpty, edits.added.isEmpty { return }
        if let reason = layout.readOnlyReason {
            throw SharedRefusal(sentence: ServerError.readOnly(layout.source.name, reason).message)
        }
        let target = ForeignTarget(layout, keys: keys)
        let added = edits.added.map { record, cells in
            (record: record, cells: cells.filter { $1 != .empty && target.column(of: $0)?.isRestorable == true })
        }
        do throws(ServerError) {
            for (_, cells) in edits.changed.sorted(by: { $0.key < $1.key }) {
                try target.checkUpdatable(cells.keys)
                try target.check(cells.mapValues(\.value))
            }
            for new in added { try target.check(new.cells) }
        } catch {
            throw SharedRefusal(sentence: error.message)
        }
        let settings = ServerTransaction.settings(for: .writing, zone: layout.zone, encoding: layout.encoding)
        statements = [ServerStatement(sql: settings, values: [])] + target.lock(edits.records)
        for (fields, records) in RecordRows.alike(edits.deleted) {
            statements += target.delete(records, fields) { edits.deleted[records[$0]]?[fields[$1]] ?? .empty }
        }
        statements += target.set(edits.changed)
        let fields = Set(added.lazy.flatMap(\.cells.keys)).sorted()
        statements += target.insert(added.map(\.record), fields) { added[$0].cells[fields[$1]] ?? .empty }
        try statements.end()
        let rekeyed = edits.changed.filter { !target.keyFields.isDisjoint(with: $1.keys) }
        written = rekeyed.map { ($0, $1.mapValues(\.value)) } + added
    }
}

/// The parts of a key, as stored in the file in one text.
enum KeyText {
    /// - Parameter count: the number of columns of the key.
    static func parts(of key: String, count: Int) -> [String]? {
        guard count > 1 else { return count == 1 ? [key] : nil }
        let parts = try? JSONDecoder().decode([String].self, from: Data(key.utf8))
        return parts?.count == count ? parts : nil
    }
}
