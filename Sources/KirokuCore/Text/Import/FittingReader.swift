/// Reads the texts of a column for a field of a given type: in the plain form at the speed of files, in any other form
/// that people write as an ``EntryReader`` does.
struct FittingReader: Sendable {
    let type: FieldType
    let style: SeparatedText.Style

    /// Any text: a value of the field's type, or unfit text; ``CellValue/empty`` for blanks in a typed field.
    func read(_ text: String) -> CellValue {
        if type == .string { return .string(text) }
        if type == .bool, text == style.trueWord || text == style.falseWord { return .bool(text == style.trueWord) }
        guard type == .float, style.decimalSign == .comma else {
            return EntryReader(type: type, decimalSign: .point).read(text)
        }
        if text.contains(".") { return .unfit(text) }
        let value = EntryReader(type: type, decimalSign: .point).read(text.replacing(",", with: "."))
        if case .unfit = value { return .unfit(text) }
        return value
    }

    func isUnfit(_ text: String) -> Bool {
        if case .unfit = read(text) { true } else { false }
    }

    /// A number in its plain form.
    @inline(__always)
    fileprivate func plainFloat(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        style.decimalSign == .point ? PlainNumber.float(text)?.value : nil
    }

    @inline(__always)
    fileprivate func plainBool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        style.trueWord == "false" || style.falseWord == "true" ? nil : PlainNumber.bool(text)
    }
}

/// The cells of one field, the unfit ones apart, by the record's index.
struct FittedCells: Sendable {
    let column: Column
    let unfitTexts: [Int: String]
}

extension ScannedCellReader {
    /// The cells of a field as ones of the reader's type; `nil` if the task was cancelled.
    mutating func cells(
        inField field: Int, from first: Int, count: Int, _ reader: FittingReader
    ) -> FittedCells? {
        switch reader.type {
        case .int:
            fitted(inField: field, from: first, count: count, reader, Column.int) { PlainNumber.int($0) }
        case .float:
            fitted(inField: field, from: first, count: count, reader, Column.float) { reader.plainFloat($0) }
        case .bool:
            fitted(inField: field, from: first, count: count, reader, Column.bool) { reader.plainBool($0) }
        case .string:
            strings(inField: field, from: first, count: count).map {
                FittedCells(column: .string($0), unfitTexts: [:])
            }
        }
    }

    @inline(__always)
    private mutating func fitted<Values: TypedColumn>(
        inField field: Int, from first: Int, count: Int, _ reader: FittingReader, _ column: (Values) -> Column,
        _ plain: (UnsafeBufferPointer<UInt8>) -> Values.Value?
    ) -> FittedCells? {
        var values = Values()
        values.reserveCapacity(count)
        var unfitTexts: [Int: String] = [:]
        let isComplete = forEachCell(inField: field, from: first) { text in
            guard let text else {
                values.append(nil)
                return true
            }
            if let value = plain(text) {
                values.append(value)
                return true
            }
            let value = reader.read(String(decoding: text, as: UTF8.self))
            if case .unfit(let text) = value { unfitTexts[values.count] = text }
            values.append(Values.Value(value))
            return true
        }
        return isComplete ? FittedCells(column: column(values), unfitTexts: unfitTexts) : nil
    }
}
