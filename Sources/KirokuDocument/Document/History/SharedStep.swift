import FoundationEssentials

/// A step of a document's history on its way to a server, or from there to a copy that joined later.
package struct SharedStep: Sendable {
    /// When it was made.
    package let time: Date
    /// Who has made it; `nil` for a program that does not say.
    package let author: CommitAuthor?
    package let parts: [LoggedPart]

    /// - Parameter parts: what was changed.
    package init(time: Date, author: CommitAuthor?, parts: [LoggedPart]) {
        (self.time, self.author, self.parts) = (time, author, parts)
    }

    /// An edit.
    ///
    /// - Parameters:
    ///   - change: what it changes.
    ///   - fields: what the document had before.
    /// - Returns: `nil` if it changes nothing.
    package init?(_ change: Change, of fields: Schema, at time: Date, by author: CommitAuthor?) {
        guard !change.isEmpty else { return nil }
        var known = Dictionary(fields.fields.map { ($0.id, LogField($0)) }) { $1 }
        for case .changeFields(let part) in change.flattened {
            for field in part.base.fields + part.schema.fields { known[field.id] = LogField(field) }
        }
        let parts = try? LoggedPart.parts(of: change, limit: LoggedPart.changeLimit) { [known] in known[$0] }
        self.init(time: time, author: author, parts: parts ?? [.unknown])
    }

    // MARK: On the line

    private struct Part: Codable {
        let what: String
        let count: Int
        let change: String?
    }

    /// What was changed, as a server keeps it: JSON, which has a list of the parts.
    ///
    /// - Parameters:
    ///   - time: when it was made.
    ///   - author: who has made it.
    ///   - text: the JSON.
    /// - Returns: `nil` if it is something else.
    package init?(at time: Date, by author: CommitAuthor?, _ text: String) {
        guard let parts = StoredJSON.value([Part].self, in: text), !parts.isEmpty else { return nil }
        self.init(
            time: time, author: author,
            parts: parts.map { part in
                LoggedPart(
                    operation: LoggedPart.Operation(rawValue: part.what) ?? .unknown, count: max(part.count, 0),
                    text: part.change)
            })
    }

    /// What was changed, as a server keeps it.
    package var text: String {
        StoredJSON.text(parts.map { Part(what: $0.operation.rawValue, count: $0.count, change: $0.text) }) ?? "[]"
    }

    /// The same of some records alone; `nil` if it is about none of them.
    package func narrowed(to isHere: (RecordID) throws(StorageError) -> Bool) throws(StorageError) -> SharedStep? {
        var kept: [LoggedPart] = []
        for part in parts {
            if let part = try part.narrowed(to: isHere) { kept.append(part) }
        }
        return kept.isEmpty ? nil : SharedStep(time: time, author: author, parts: kept)
    }
}

extension LoggedPart {
    /// What is about some records alone; `nil` if nothing is.
    fileprivate func narrowed(to isHere: (RecordID) throws(StorageError) -> Bool) throws(StorageError) -> LoggedPart? {
        // What is not known may be about any of them, and fields are those of all.
        guard operation != .fields, let (change, fields) = said else { return self }
        func picked(_ records: RecordTable) throws(StorageError) -> RecordTable {
            var indexes: [Int] = []
            for index in records.ids.indices where try isHere(records.ids[index]) { indexes.append(index) }
            return records.picked(at: RecordIndexes(indexes))
        }
        let rest: Change
        switch change {
        case .setCells(let cells):
            rest = .setCells(try cells.filtered { (cell) throws(StorageError) in try isHere(cell.record) })
        case .insertRecords(let records): rest = .insertRecords(try picked(records))
        case .deleteRecords(let records): rest = .deleteRecords(try picked(records))
        case .setPlaces(let places):
            rest = .setPlaces(try places.filtered { (place) throws(StorageError) in try isHere(place.record) })
        case .changeFields, .sequence: return self
        }
        if rest.isEmpty { return nil }
        let part = try LoggedPart.parts(of: rest, limit: LoggedPart.changeLimit) { fields[$0] }.first
        return part.map { LoggedPart(operation: operation, count: $0.count, text: $0.text) }
    }
}

extension Array {
    fileprivate func filtered(_ isKept: (Element) throws(StorageError) -> Bool) throws(StorageError) -> [Element] {
        var kept: [Element] = []
        for element in self where try isKept(element) { kept.append(element) }
        return kept
    }
}
