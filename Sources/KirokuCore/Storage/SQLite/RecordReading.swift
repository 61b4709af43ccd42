/// Reads the records of a document, or a part of them.
struct RecordReading: Sendable {
    /// Which records are read.
    enum Part: Sendable {
        case all
        /// Those with identifiers below this one.
        case before(Int64)
        /// Those with this identifier and above.
        case from(Int64)
        /// So many, from this identifier on.
        case some(from: Int64, count: Int)

        /// What the statement asks for.
        fileprivate var parameters: [Int64] {
            switch self {
            case .all: []
            case .before(let id), .from(let id): [id]
            case .some(let id, let count): [id, Int64(count)]
            }
        }
    }

    /// As errors name the file.
    let path: String
    let schema: Schema
    /// Those of the fields, in their order.
    let columns: [String]
    let span: RecordSpan
    let progress: SharedProgress

    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - part: which records.
    ///   - capacity: for how many there is to be room, so that columns need not grow.
    ///   - recordsBefore: how many others come before these, for errors that name a record.
    func read(
        _ connection: SQLiteConnection, _ part: Part, capacity: Int, recordsBefore: Int = 0
    ) throws(StorageError) -> RecordPart {
        let rows = try connection.prepare(CardFileFormat.selection(of: columns, part))
        for (index, parameter) in part.parameters.enumerated() { try rows.bind(parameter, at: Int32(index + 1)) }
        var reader = RowReader(types: schema.fields.map(\.type), firstColumn: 1, capacity: capacity)
        var ids: [RecordID] = []
        ids.reserveCapacity(capacity)
        var last = Int64.min
        var told = 0.0
        while try rows.step() {
            let number = rows[0].integer
            // In a table of somebody else's, records may have no identifier.
            guard number > last || ids.isEmpty, number != 0 || rows[0].content == .integer else {
                throw damaged(localized("The records are not in order."))
            }
            if ids.isEmpty { told = span.share(before: number) }
            last = number
            let id = RecordID(rawValue: number)
            if let field = reader.read(rows, of: id) {
                throw binaryData(schema[field], record: recordsBefore + ids.count + 1)
            }
            ids.append(id)
            if ids.count.isMultiple(of: CardFile.recordsBetweenChecks) {
                let share = span.share(before: number)
                try progress.add(share - told)
                told = share
            }
        }
        return RecordPart(ids: ids, cells: reader.cells)
    }

    private func binaryData(_ field: FieldDefinition, record: Int) -> StorageError {
        damaged(
            localized(
                "Record {record} holds binary data in the field “{field}”.",
                ["record": localizedNumber(record), "field": field.name]))
    }

    private func damaged(_ reason: String) -> StorageError {
        .damaged(path: path, reason: reason)
    }
}
