extension RecordTable {
    /// The value of a cell, or `nil` if it is empty or holds unfit text.
    ///
    /// The record must be in range, and the field one of this table; otherwise the program ends with a report.
    public subscript<Value: FieldValue>(record: Int, field: Field<Value>) -> Value? {
        guard ids.indices.contains(record) else {
            Reports.stop("KRK_TB_GC", "record \(record) of a table that has \(count)")
        }
        return values(of: field)[record]
    }

    /// The value of a cell, or `nil` if it is empty or holds unfit text.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/foreignField``.
    public func value<Value: FieldValue>(at record: Int, _ field: Field<Value>) throws(TableError) -> Value? {
        try checkRecord(record, "KRK_TB_GC")
        guard let index = schema.index(of: field.id), let values = Value.values(of: column(index)) else {
            throw Reports.refused("KRK_TB_GC", .foreignField)
        }
        return values[record]
    }

    /// Puts a value into a cell; `nil` empties it.
    ///
    /// - Throws: ``TableError/recordOutOfRange(index:count:)``, ``TableError/foreignField``, and
    ///   ``TableError/unfittingValue(field:type:)`` for NaN and infinities.
    public mutating func set<Value: FieldValue>(
        _ value: Value?, at record: Int, _ field: Field<Value>
    ) throws(TableError) {
        guard let index = schema.index(of: field.id), schema[index].type == Value.fieldType else {
            throw Reports.refused("KRK_TB_SC", .foreignField)
        }
        try set(value?.cellValue ?? .empty, at: record, field: index)
    }

    /// All values of one field, in record order, without copying them.
    ///
    /// The field must be one of this table; otherwise the program ends with a report.
    public func values<Value: FieldValue>(of field: Field<Value>) -> Value.Values {
        guard let index = schema.index(of: field.id), let values = Value.values(of: column(index)) else {
            Reports.stop("KRK_TB_GV", "the field was removed, or its handle belongs to another table")
        }
        return values
    }

    /// The indexes of the records whose value in `field` satisfies `matches`, in record order.
    ///
    /// Empty cells and unfit texts never do. The field must be one of this table, as for ``values(of:)``.
    @inlinable public func find<Value: FieldValue>(_ field: Field<Value>, where matches: (Value) -> Bool) -> [Int] {
        values(of: field).indexes(where: matches)
    }

    /// The indexes of the records that hold `flag` in `field`, in record order.
    ///
    /// The field must be one of this table, as for ``values(of:)``.
    public func find(_ field: Field<Bool>, is flag: Bool) -> [Int] {
        values(of: field).indexes { $0 == flag }
    }
}
