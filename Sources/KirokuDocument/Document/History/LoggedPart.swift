/// A part of an edit, as a journal keeps it: changes of one sort.
///
/// What it has changed is a text in JSON (``ChangeText``). What would take too much room is only counted.
package struct LoggedPart: Sendable {
    /// Of an edit with more bytes, only is kept how many cells and records it has changed; who has the document open reads all of
    /// it again then.
    package static let changeLimit = 4 << 20

    /// What was done.
    ///
    /// The raw values stand in the file.
    package enum Operation: String, Sendable {
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

    package let operation: Operation
    /// How many cells, records or fields; 0 if that is not known.
    package let count: Int
    /// What was changed; `nil` if that was too large to be kept.
    package let text: String?

    /// A commit that changes nothing that others show.
    package static let nothing = LoggedPart(operation: .nothing, count: 0, text: nil)
    /// An edit of which nothing is known.
    package static let unknown = LoggedPart(operation: .unknown, count: 0, text: nil)

    /// How many bytes it takes.
    package var size: Int { text?.utf8.count ?? 0 }

    /// The parts of an edit, in order.
    ///
    /// - Parameters:
    ///   - limit: how many bytes they take together; parts beyond that are only counted.
    ///   - field: what a field is called and holds; `nil` if that is not known.
    package static func parts(
        of change: Change, limit: Int, field: ChangeText.FieldLookup
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
    package static func parts(
        of change: DocumentChange, limit: Int, field: ChangeText.FieldLookup
    ) throws(StorageError) -> [LoggedPart]? {
        switch change {
        case .edit(let edit): return try parts(of: edit.change, limit: limit, field: field)
        case .typedOver(_, let values):
            // The field may be gone.
            let fields = Dictionary(values.map { ($0.cell.field, $0.field) }) { $1 }
            let text = try ChangeText.text(ofCells: values.map(\.cell), limit: limit) { fields[$0] }
            return [LoggedPart(operation: .typedOver, count: values.count, text: text)]
        case .widths, .settings, .open: return nil
        }
    }

    private static func part(
        of change: Change, limit: Int, field: ChangeText.FieldLookup
    ) throws(StorageError) -> LoggedPart? {
        let (operation, count): (Operation, Int) =
            switch change {
            case .setCells(let cells): (.set, cells.count)
            case .insertRecords(let records): (.add, records.count)
            case .deleteRecords(let records): (.delete, records.ids.count)
            case .setPlaces(let places): (.move, places.count)
            case .changeFields: (.fields, 1)
            case .sequence: (.nothing, 0)
            }
        if count == 0 { return nil }
        return LoggedPart(
            operation: operation, count: count, text: try ChangeText.text(ofPart: change, limit: limit, field: field))
    }

    /// What it has changed; `nil` if that was not kept or is invalid.
    package var change: Change? { operation.changesTable ? said?.change : .sequence([]) }

    /// What it says, and what the fields were; `nil` if that was not kept or is invalid.
    var said: (change: Change, fields: [FieldID: LogField])? {
        text.flatMap { ChangeTextReader.part($0, operation: operation) }
    }
}

/// What the history says of a field besides its identity.
package struct LogField: Sendable {
    package let name: String
    package let type: FieldType

    package init(name: String, type: FieldType) {
        self.name = name
        self.type = type
    }

    package init(_ definition: FieldDefinition) {
        self.init(name: definition.name, type: definition.type)
    }
}

extension Change {
    /// Its parts in order, none of which is a sequence.
    package var flattened: [Change] {
        if case .sequence(let changes) = self { changes.flatMap(\.flattened) } else { [self] }
    }
}
