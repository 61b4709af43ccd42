/// How much of a step of the history is reverted.
public enum RevertScope: Sendable, Hashable {
    /// One of its cells.
    case cell(RecordID, FieldID)
    /// All that it has done to a record.
    case record(RecordID)
    /// All of it.
    case step
}

/// What has happened to the document, by whomever.
extension Document {
    /// Some of the history, the newest first; read in the background.
    ///
    /// What was done before a copy of a shared document joined is read from the server.
    ///
    /// - Parameters:
    ///   - scope: of what.
    ///   - position: where to go on; `nil` to begin with the newest.
    /// - Throws: ``StorageError``; ``StorageError/historyOnServer`` if it goes on at a server that cannot be asked.
    public func history(
        of scope: HistoryScope, before position: HistoryPosition?
    ) async throws(StorageError) -> HistoryPage {
        guard let position, position.isOnServer else {
            return try await saver.store?.history(of: scope, before: position) ?? .none
        }
        return await Self.page(of: scope, in: try await earlierSteps(of: scope, before: position))
    }

    @concurrent
    private nonisolated static func page(of scope: HistoryScope, in steps: HistorySteps) async -> HistoryPage {
        steps.page(of: scope)
    }

    /// Steps that the server has.
    func earlierSteps(
        of scope: HistoryScope = .document, before position: HistoryPosition
    ) async throws(StorageError) -> HistorySteps {
        guard let earlierHistory, let path else { throw .historyOnServer }
        return try await earlierHistory.steps(of: scope, before: position, in: path)
    }

    /// What a step has changed, in the file or on the server.
    private func whole(ofStep step: Int64) async throws(StorageError) -> Change? {
        let next = HistoryPosition(step: step &+ 1, counter: 0)
        guard next.isOnServer else { return try await saver.store?.change(ofStep: step) }
        if let known = earlierHistory?.change(ofStep: step) { return known }
        return try await earlierSteps(before: next).steps.first { $0.number == step }?.change
    }

    /// What a step has changed, or a part of it; `nil` if that was not kept.
    ///
    /// - Throws: ``StorageError``.
    public func change(ofStep step: Int64, _ part: RevertScope = .step) async throws(StorageError) -> Change? {
        guard let change = try await whole(ofStep: step) else { return nil }
        switch part {
        case .step: return change
        case .record(let record):
            return change.part {
                $0.record == record
            } records: {
                $0 == record
            }
        case .cell(let record, let field):
            return change.part {
                $0.record == record && $0.field == field
            } records: { _ in
                false
            }
        }
    }
}

extension Change {
    /// What it does to some cells and records, and nothing else.
    fileprivate func part(cells isCell: (CellChange) -> Bool, records isRecord: (RecordID) -> Bool) -> Change {
        func some(_ records: RecordTable) -> RecordTable {
            records.picked(at: RecordIndexes(records.ids.indices.filter { isRecord(records.ids[$0]) }))
        }
        return .sequence(
            flattened.compactMap { change in
                switch change {
                case .setCells(let cells): .setCells(cells.filter(isCell))
                case .insertRecords(let records): .insertRecords(some(records))
                case .deleteRecords(let records): .deleteRecords(some(records))
                case .setPlaces(let places): .setPlaces(places.filter { isRecord($0.record) })
                case .changeFields, .sequence: nil
                }
            })
    }
}
