/// Collects the rows of a statement into columns of the fields' types.
///
/// It creates no ``CellValue`` for cells.
///
/// Other programs may write to the file too, and SQLite lets them put anything anywhere. Values that do not fit the
/// field's type are kept as unfit text, in their plain form; in a String field, numbers become their text. Only binary
/// data is refused, because no text could represent it faithfully.
package struct RowReader {
    private let fields: [RowGatherer]
    /// The same gatherers, for calls without retaining them, which would cost as much as reading a cell.
    private let borrowed: [Unmanaged<RowGatherer>]
    private let firstColumn: Int32
    private var unfitTexts: [[RecordID: String]]

    /// - Parameters:
    ///   - types: the types of the fields, which are in the statement's columns from `firstColumn` on.
    ///   - capacity: how many records are expected.
    package init(types: [FieldType], firstColumn: Int32, capacity: Int) {
        self.firstColumn = firstColumn
        unfitTexts = Array(repeating: [:], count: types.count)
        fields = types.map { $0.kind.rowGatherer(capacity: capacity) }
        borrowed = fields.map(Unmanaged.passUnretained)
    }

    /// Reads the cells of the row the statement is at.
    ///
    /// Returns the first field that holds binary data, if there is one. The columns are then unusable.
    package mutating func read(_ row: SQLiteStatement, of record: RecordID) -> Int? {
        for index in borrowed.indices {
            let value = row[firstColumn &+ Int32(truncatingIfNeeded: index)]
            let content = value.content
            if borrowed[index]._withUnsafeGuaranteedRef({ $0.take(value, content) }) || content == .null { continue }
            if content == .blob { return index }
            unfitTexts[index][record] = value.plainText
        }
        return nil
    }

    /// The cells of each field that was read.
    package var cells: [FieldCells] {
        zip(fields, unfitTexts).map { field, texts in FieldCells(column: field.finish(), unfitTexts: texts) }
    }
}

/// Collects the values of one field.
///
/// The type's witness creates it, so that it is compiled for that type.
final class RowGatherer {
    /// Appends a value, or an empty cell if the value is of another type; returns whether it had the right type.
    let take: (_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool
    let finish: () -> Column

    init(
        take: @escaping (_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Bool, finish: @escaping () -> Column
    ) {
        self.take = take
        self.finish = finish
    }
}

extension FieldKind {
    /// A gatherer of the values that `read` returns.
    @inline(__always)
    static func valueGatherer(
        capacity: Int, _ read: @escaping (_ value: SQLiteValue, _ content: SQLiteValue.Content) -> Value?
    ) -> RowGatherer {
        let column = Gathered(Value.Values())
        column.contents.reserveCapacity(capacity)
        return RowGatherer(
            take: { value, content in
                let read = read(value, content)
                column.contents.append(read)
                return read != nil
            },
            finish: { Value.column(of: column.contents) })
    }
}

extension SQLiteValue {
    /// The content as text, numbers in their plain form.
    var plainText: String {
        switch content {
        case .integer: String(integer)
        case .real: real.plainText
        case .null, .text, .blob: text
        }
    }
}

extension SQLiteStatement {
    /// One cell of the row, as a value for a field of `type`; `nil` if it is binary data.
    package func value(_ column: Int32, for type: FieldType) -> CellValue? {
        var reader = RowReader(types: [type], firstColumn: column, capacity: 1)
        let record = RecordID(rawValue: 1)
        guard reader.read(self, of: record) == nil else { return nil }
        return reader.cells.first?.value(at: 0, of: record)
    }
}
