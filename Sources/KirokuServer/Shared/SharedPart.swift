import KirokuCore

/// The part of a shared document that a copy keeps: the records that meet a condition.
///
/// They are selected here, by the same rules as a search. The server only leaves out records that certainly do not meet
/// the condition, so that few unwanted ones are transferred.
struct SharedPart: Sendable {
    let condition: Condition
    /// Whether the condition still fits the fields of the document; otherwise the copy keeps the records that it has.
    private(set) var isUsable = true

    /// - Parameters:
    ///   - text: the condition as typed.
    ///   - fields: the fields of the document.
    init(_ text: String, for fields: Schema) throws(ServerError) {
        do throws(ConditionTextError) {
            condition = try Condition(text: text, for: fields)
        } catch {
            throw .unusableCondition(
                reason: localized(
                    "Condition “{condition}”: {mistake}", ["condition": text, "mistake": error.message]))
        }
        guard !Self.movesWithTime(condition, fields) else {
            throw .unusableCondition(
                reason: localized("A part kept here cannot depend on the current date."))
        }
    }

    /// A stored part.
    ///
    /// - Parameters:
    ///   - fields: the current fields of the document.
    ///   - before: the fields when the part was stored.
    init(kept condition: Condition, for fields: Schema, before: Schema) {
        if (try? condition.check(for: fields)) != nil {
            self.condition = condition
        } else if let text = try? condition.text(for: before), let again = try? Condition(text: text, for: fields) {
            // A field has another type now.
            self.condition = again
        } else {
            (self.condition, isUsable) = (condition, false)
        }
    }

    private static func movesWithTime(_ condition: Condition, _ fields: Schema) -> Bool {
        switch condition {
        case .all(let members), .any(let members), .none(let members):
            members.contains { movesWithTime($0, fields) }
        case .anywhere: false
        case .cell(let test):
            if case .text = test.operand, let index = fields.index(of: test.field) {
                ["date", "time", "timestamp"].contains(fields[index].type.databaseType)
            } else {
                false
            }
        }
    }

    /// A filter that selects the records of the part from those received.
    func batches(_ layout: SharedLayout) throws(ServerError) -> BatchFilter {
        do throws(QueryError) {
            return try BatchFilter(condition, for: layout.fields)
        } catch {
            throw .unusableCondition(reason: error.message)
        }
    }

    // MARK: On the server

    /// An SQL condition that leaves out some of the records that do not meet the condition, and none that do; `nil` if
    /// there is none.
    ///
    /// - Parameter others: records that are never left out.
    func filter(_ layout: SharedLayout, or others: Set<RecordID> = []) -> String? {
        let kept = isUsable ? filter(condition, layout) : "false"
        guard let kept, !others.isEmpty else { return kept }
        return "(\(kept) OR \(SharedLayout.Own.record) = ANY ('\(Self.array(others))'::bigint[]))"
    }

    /// Records as an SQL array.
    static func array(_ records: some Sequence<RecordID>) -> String {
        "{" + records.lazy.map { String($0.rawValue) }.joined(separator: ",") + "}"
    }

    private func filter(_ condition: Condition, _ layout: SharedLayout) -> String? {
        switch condition {
        case .all(let members):
            let parts = members.compactMap { filter($0, layout) }
            return parts.isEmpty ? nil : "(" + parts.joined(separator: " AND ") + ")"
        case .any(let members):
            let parts = members.compactMap { filter($0, layout) }
            guard parts.count == members.count else { return nil }
            return parts.isEmpty ? "false" : "(" + parts.joined(separator: " OR ") + ")"
        case .none, .anywhere: return nil
        case .cell(let test): return filter(test, layout)
        }
    }

    private func filter(_ test: CellCondition, _ layout: SharedLayout) -> String? {
        guard let field = layout.fields.index(of: test.field) else { return nil }
        let (type, column) = (layout.fields[field].type, layout.columns[field])
        switch test.comparison {
        case .empty: return "(\(layout.text(of: field))) IS NULL"
        case .notEmpty: return "(\(layout.text(of: field))) IS NOT NULL"
        default: break
        }
        if type.holdsText || type == .choice {
            return CellSQL.text(test, column)
        }
        guard type.databaseType != "text",
            let compared = CellSQL.value(test, column, cast: type.databaseType, type)
        else { return nil }
        // A value less precise than the column has a separate text.
        return "(\(compared) OR \(SharedLayout.Own.texts) ? '\(test.field.rawValue)')"
    }
}
