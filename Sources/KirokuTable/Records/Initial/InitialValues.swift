/// The initial values of new records of a table.
///
/// Numbers continue after the greatest one of the field, which costs one look at all of its cells, but only for a
/// numbered field.
package struct InitialValues {
    private let schema: Schema
    private var numberings: [Int: Numbering] = [:]
    private var above: [CellValue]?
    private let usesAbove: Bool
    /// The fixed values, for fields without a source.
    private let fixed: [CellValue]
    private let isFixed: Bool
    private let now: LocalTime

    /// - Parameters:
    ///   - table: the table that the records are for.
    ///   - index: the index of the first of them; `nil` for the end.
    ///   - now: the time when they are created; `nil` for the current time.
    package init(for table: RecordTable, at index: Int? = nil, now: LocalTime? = nil) {
        schema = table.schema
        fixed = schema.fields.map(\.initialValue)
        isFixed = schema.fields.allSatisfy { $0.initialSource == nil }
        self.now = now ?? LocalTime(AppClock.shared.now)
        usesAbove = schema.fields.contains { $0.initialSource == .recordAbove }
        let place = index ?? table.count
        if usesAbove, place > 0 { above = schema.fields.indices.map { table[place - 1, $0] } }
        for (index, field) in schema.fields.enumerated() {
            guard case .nextNumber(let first) = field.initialSource, var numbering = Numbering(first: first) else {
                continue
            }
            if let greatest = field.type.kind.greatest(of: numbering, in: table.column(index)) {
                numbering.skip(greatest)
            }
            numberings[index] = numbering
        }
    }

    /// The values of the next record.
    ///
    /// - Parameter given: the values that it already has, by field index.
    package mutating func next(_ given: (Int) -> CellValue? = { _ in nil }) -> [CellValue] {
        // Fast path, because a million records may be pasted or imported.
        if isFixed { return fixed.indices.map { given($0) ?? fixed[$0] } }
        let values = schema.fields.indices.map { field -> CellValue in
            guard let value = given(field) else { return value(ofField: field) }
            skipNumber(value, inField: field)
            return value
        }
        if usesAbove { above = values }
        return values
    }

    /// Makes the numbers continue after a value that a record already has.
    private mutating func skipNumber(_ value: CellValue, inField field: Int) {
        guard let numbering = numberings[field], !value.isUnfit else { return }
        var column = Column(type: schema[field].type)
        column.append(value)
        if let number = schema[field].type.kind.greatest(of: numbering, in: column) {
            numberings[field]?.skip(number)
        }
    }

    private mutating func value(ofField index: Int) -> CellValue {
        let field = schema[index]
        switch field.initialSource {
        case nil: return fixed[index]
        case .present: return field.type.kind.presentCell(at: now) ?? .empty
        case .recordAbove:
            guard let value = above?[index], !value.isUnfit else { return .empty }
            return value
        case .nextNumber:
            guard var numbering = numberings[index], let value = numbering.value(for: field.type) else {
                return .empty
            }
            if let number = numbering.number { numbering.skip(number) }
            numberings[index] = numbering
            return value
        }
    }
}

extension RecordTable {
    /// Records with the fields' initial values, not yet in this table; the first one will be at `index`.
    public func newRecords(_ count: Int = 1, at index: Int? = nil) -> RecordTable {
        var new = RecordTable(schema: schema)
        var values = InitialValues(for: self, at: index)
        for _ in 0..<count { new.appendUnchecked(values.next()) }
        return new
    }
}
