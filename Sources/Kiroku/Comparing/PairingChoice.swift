import KirokuCore

/// How the user wants the records of two tables to be paired.
enum PairingChoice: Sendable, Hashable {
    case identity
    /// By the field with this name in both.
    case key(String)
    case place

    /// The choices for two tables.
    static func all(_ here: RecordTable, _ there: OtherTable) -> [PairingChoice] {
        let fields = FieldMatch.byName(there.table.schema, in: here.schema).sorted { $0.field < $1.field }
        return (there.isDocument ? [.identity] : []) + fields.map { .key(here.schema[$0.field].name) } + [.place]
    }

    /// The initial choice: identity for copies of one document, and otherwise the first field that both have and that
    /// identifies the records of both.
    @concurrent
    static func usual(_ here: RecordTable, _ there: OtherTable) async -> PairingChoice {
        if there.ancestor != nil || there.isDocument && here.seemsToBeCopy(of: there.table) { return .identity }
        for match in FieldMatch.byName(there.table.schema, in: here.schema).sorted(by: { $0.field < $1.field }) {
            if Task.isCancelled { break }
            if here.identifiesRecords(byField: match.field), there.table.identifiesRecords(byField: match.source) {
                return .key(here.schema[match.field].name)
            }
        }
        return .place
    }

    /// The pairing for two tables; by place if the field no longer exists.
    func pairing(_ here: RecordTable, _ there: RecordTable) -> TableComparison.Pairing {
        switch self {
        case .identity: return .identity
        case .place: return .place
        case .key(let name):
            guard let field = here.schema.index(named: name), let source = there.schema.index(named: name) else {
                return .place
            }
            return .key(FieldMatch(source: source, field: field))
        }
    }

    var title: String {
        switch self {
        case .identity: localized("By identity (copies of one document)")
        case .key(let name): localized("By the field “{field}”", ["field": ShownText.short(name)])
        case .place: localized("By position (first with first)")
        }
    }
}
