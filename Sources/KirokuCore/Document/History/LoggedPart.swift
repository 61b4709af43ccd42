/// A part of an edit, as a store keeps it for the history: changes of one sort.
///
/// Changes of cells, records and places are texts in JSON (``LogText``), which SQL can read; changes of fields are bytes
/// (``HistoryWriter``). What would take too much room is only counted.
struct LoggedPart: Sendable {
    /// What was done.
    ///
    /// The raw values stand in the file.
    enum Deed: String, Sendable {
        case set
        case add
        case delete
        case move
        case fields
        /// Nothing was changed: what was typed and left out was typed over or given up.
        case typedOver = "typed over"
        /// Nothing that others show.
        case nothing
        /// It was not kept what.
        case unknown

        /// Whether the table is another one afterwards, as far as that is known.
        var changesTable: Bool { self != .typedOver && self != .nothing }
    }

    /// How a part says what it has changed.
    enum Contents: Sendable {
        case text(String)
        case bytes([UInt8])
        /// It was too large to be kept.
        case none
    }

    let deed: Deed
    /// How many cells, records or fields; 0 if that is not known.
    let count: Int
    let contents: Contents

    /// A commit that changes nothing that others show.
    static let nothing = LoggedPart(deed: .nothing, count: 0, contents: .none)
    /// An edit of which nothing is known.
    static let unknown = LoggedPart(deed: .unknown, count: 0, contents: .none)

    /// How many bytes it takes.
    var size: Int {
        switch contents {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .none: 0
        }
    }

    /// The parts of an edit, in order.
    ///
    /// - Parameters:
    ///   - limit: how many bytes they take together; parts beyond that are only counted.
    ///   - field: what a field is called and holds; `nil` if that is not known.
    static func parts(
        of change: Change, limit: Int, field: (FieldID) throws(StorageError) -> LogField?
    ) throws(StorageError) -> [LoggedPart] {
        var parts: [LoggedPart] = []
        var rest = limit
        for change in change.flattened {
            guard let part = try part(of: change, limit: rest, field: field) else { continue }
            rest -= part.size
            parts.append(part)
        }
        return parts.isEmpty ? [.nothing] : parts
    }

    /// The parts of what a document commits; `nil` for what the history does not show.
    static func parts(
        of change: DocumentChange, limit: Int, field: (FieldID) throws(StorageError) -> LogField?
    ) throws(StorageError) -> [LoggedPart]? {
        switch change {
        case .table(_, let change): return try parts(of: change, limit: limit, field: field)
        case .typedOver(_, let values):
            // The field may be gone.
            let fields = Dictionary(values.map { ($0.cell.field, $0.field) }) { $1 }
            let text = try LogText.text(ofCells: values.map(\.cell), limit: limit) { fields[$0] }
            return [LoggedPart(deed: .typedOver, count: values.count, contents: text.map(Contents.text) ?? .none)]
        case .widths, .settings, .history: return nil
        }
    }

    private static func part(
        of change: Change, limit: Int, field: (FieldID) throws(StorageError) -> LogField?
    ) throws(StorageError) -> LoggedPart? {
        let (deed, count): (Deed, Int)
        var contents = Contents.none
        switch change {
        case .setCells(let cells):
            (deed, count) = (.set, cells.count)
            contents = try LogText.text(ofCells: cells, limit: limit, field: field).map(Contents.text) ?? .none
        case .insertRecords(let records), .deleteRecords(let records):
            (deed, count) = (change.isInsertion ? .add : .delete, records.count)
            contents = LogText.text(ofRecords: records, limit: limit).map(Contents.text) ?? .none
        case .setPlaces(let places):
            (deed, count) = (.move, places.count)
            contents = LogText.text(ofPlaces: places, limit: limit).map(Contents.text) ?? .none
        case .changeFields:
            (deed, count) = (.fields, 1)
            contents = HistoryWriter.bytes(of: change, limit: limit).map(Contents.bytes) ?? .none
        case .sequence: return nil
        }
        return count == 0 ? nil : LoggedPart(deed: deed, count: count, contents: contents)
    }

    /// What it has changed; `nil` if that was not kept or is invalid.
    var change: Change? { deed.changesTable ? said?.change : .sequence([]) }

    /// What it says, and what the fields were called; `nil` if that was not kept or is invalid.
    var said: (change: Change, names: [FieldID: String])? {
        switch contents {
        case .text(let text): LogTextReader.change(text, deed: deed).map { ($0, $1.mapValues(\.name)) }
        case .bytes(let bytes): HistoryReader.change(bytes).map { ($0, $0.fieldNames) }
        case .none: nil
        }
    }
}

/// What the history says of a field besides its identity.
struct LogField: Sendable {
    let name: String
    let type: FieldType

    init(name: String, type: FieldType) {
        self.name = name
        self.type = type
    }

    init(_ definition: FieldDefinition) {
        self.init(name: definition.name, type: definition.type)
    }
}

extension Change {
    /// Its parts in order, none of which is a sequence.
    var flattened: [Change] {
        if case .sequence(let changes) = self { changes.flatMap(\.flattened) } else { [self] }
    }

    fileprivate var isInsertion: Bool { if case .insertRecords = self { true } else { false } }

    /// What the fields that it changes are called.
    fileprivate var fieldNames: [FieldID: String] {
        guard case .changeFields(let change) = self else { return [:] }
        let fields = change.base.fields + change.schema.fields
        return Dictionary(fields.map { ($0.id, $0.name) }) { $1 }
    }
}
