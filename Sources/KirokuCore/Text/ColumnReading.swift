extension ScannedCellReader {
    /// The typed column of a field, from the record `first` on: of the first type, in the order Int, Float, Bool, that
    /// all values of the field are of (see ``SeparatedText/read(_:options:progress:)``), and of text otherwise.
    ///
    /// There is no guessing from a sample: each type is tried by reading the column as one, and given up at the first
    /// value that is none. `nil` if the task was cancelled.
    mutating func column(ofField field: Int, from first: Int, count: Int) -> Column? {
        if let ints = ints(inField: field, from: first, count: count) { return .int(ints) }
        if let floats = floats(inField: field, from: first, count: count) { return .float(floats) }
        if let bools = bools(inField: field, from: first, count: count) { return .bool(bools) }
        return strings(inField: field, from: first, count: count).map(Column.string)
    }

    private mutating func ints(inField field: Int, from first: Int, count: Int) -> NumberColumn<Int>? {
        typed(inField: field, from: first, count: count) { PlainNumber.int($0) }
    }

    /// Numbers with a zero at the end of several decimals are prices ("1.50", all with two decimals) or versions
    /// ("1.9", "1.10"); where the number of decimals varies, the zeros tell values apart and the field is text.
    private mutating func floats(inField field: Int, from first: Int, count: Int) -> NumberColumn<Double>? {
        var fewest = Int.max
        var most = 0
        var anyEndsInZero = false
        let column: NumberColumn<Double>? = typed(inField: field, from: first, count: count) { text in
            guard let (value, decimals) = PlainNumber.float(text) else { return nil }
            if decimals.count > 0 {
                fewest = min(fewest, decimals.count)
                most = max(most, decimals.count)
                anyEndsInZero = anyEndsInZero || decimals.endsInZero
            }
            return value
        }
        return anyEndsInZero && fewest < most ? nil : column
    }

    private mutating func bools(inField field: Int, from first: Int, count: Int) -> BoolColumn? {
        typed(inField: field, from: first, count: count) { PlainNumber.bool($0) }
    }

    /// The texts of a field; `nil` if the task was cancelled.
    mutating func strings(inField field: Int, from first: Int, count: Int) -> StringColumn? {
        var column = StringColumnBuilder(capacity: count)
        let isComplete = forEachCell(inField: field, from: first) { text in
            if let text { column.append(validUTF8: text) } else { column.appendEmpty() }
            return true
        }
        return isComplete ? column.finished() : nil
    }

    /// The column if all values of the field are ones of its type, and there is at least one.
    @inline(__always)
    private mutating func typed<Values: TypedColumn>(
        inField field: Int, from first: Int, count: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Values.Value?
    ) -> Values? {
        var column = Values()
        column.reserveCapacity(count)
        var isAnyFilled = false
        let isComplete = forEachCell(inField: field, from: first) { text in
            guard let text else {
                column.append(nil)
                return true
            }
            guard let value = read(text) else { return false }
            column.append(value)
            isAnyFilled = true
            return true
        }
        return isComplete && isAnyFilled ? column : nil
    }
}
