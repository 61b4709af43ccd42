/// The ordered list of a table's fields.
///
/// ```swift
/// var schema = Schema()
/// let number = try schema.add("Number", Int.self)
/// let name = try schema.add("Name", String.self)
/// ```
///
/// Every field has a unique, non-empty name; other names are refused. SQL, conditions and imports refer to fields by
/// name, so two fields with the same name would be ambiguous. Names are compared exactly; "name" and "Name" differ.
public struct Schema: Sendable, Hashable {
    /// More fields than this are refused (``TableError/tooManyFields(limit:)``).
    ///
    /// A document has a column for each, in addition to its own, and SQLite allows 2,000 columns in a table.
    public static let fieldLimit = 1_900

    /// The fields, in the order of a record's cells; a table has one column for each.
    public private(set) var fields: [FieldDefinition] = []

    /// The identifier of the next field.
    ///
    /// It only grows, so that no identifier is used for two fields.
    public private(set) var nextFieldID = FieldID(rawValue: 1)

    /// A schema without fields, to add them to.
    public init() {}

    /// A schema from the two lists of the source documents.
    ///
    /// - Throws: ``TableError/noFields`` for an empty list, ``TableError/countsDiffer(names:types:)`` for lists of
    ///   different lengths, and what ``add(_:type:initialValue:)`` throws.
    public init(names: [String], types: [FieldType]) throws(TableError) {
        guard !names.isEmpty else { throw Reports.refused("KRK_TB_MK", .noFields) }
        guard names.count == types.count else {
            throw Reports.refused("KRK_TB_MK", .countsDiffer(names: names.count, types: types.count))
        }
        for (name, type) in zip(names, types) {
            try add(name, type: type, "KRK_TB_MK")
        }
    }

    /// A schema of fields that already have identifiers, as a document stores them.
    ///
    /// - Throws: ``TableError`` for an empty or repeated name, too many fields, two with one identifier, or identifiers
    ///   outside of ``FieldID/range``; that of the next field may be one more.
    public init(fields: [FieldDefinition], nextFieldID: FieldID) throws(TableError) {
        let range = FieldID.range
        guard (range.lowerBound...range.upperBound + 1).contains(nextFieldID.rawValue) else {
            throw Reports.refused("KRK_TB_MK", .noFieldIDs)
        }
        self.nextFieldID = nextFieldID
        for field in fields {
            try insert(field, at: self.fields.count, "KRK_TB_MK")
        }
    }

    /// An identifier for a field that is added to a document.
    ///
    /// It is a random distance ahead of ``nextFieldID``, so that a copy of the document that is edited elsewhere is
    /// unlikely to use the same one. The distance is a small part of the remaining range, so that it does not run out.
    package func newFieldID() -> FieldID {
        let left = FieldID.range.upperBound - nextFieldID.rawValue
        return FieldID(rawValue: nextFieldID.rawValue + Int.random(in: 0...max(left >> 11, 0)))
    }

    /// How many fields there are, at most ``fieldLimit``.
    public var count: Int { fields.count }

    /// The field at this place, from 0; it must be in range.
    public subscript(index: Int) -> FieldDefinition { fields[index] }

    /// The index of the field, or `nil` if it is not in this schema.
    public func index(of id: FieldID) -> Int? {
        fields.firstIndex { $0.id == id }
    }

    /// The index of the field with exactly this name, or `nil` if there is none.
    public func index(named name: String) -> Int? {
        fields.firstIndex { $0.name == name }
    }

    /// The index of the field with this name, or if there is none, of the only one whose name differs only in case.
    public func index(called name: String) -> Int? {
        Self.index(called: name, in: fields.map(\.name))
    }

    package static func index(called name: String, in names: [String]) -> Int? {
        if let index = names.firstIndex(of: name) { return index }
        let alike = names.indices.filter { names[$0].lowercased() == name.lowercased() }
        return alike.count == 1 ? alike.first : nil
    }

    /// Adds a field at the end and returns the handle for reading and writing its cells.
    ///
    /// - Throws: ``TableError/emptyFieldName``, ``TableError/repeatedFieldName(_:)``,
    ///   ``TableError/tooManyFields(limit:)``, ``TableError/noFieldIDs``.
    @discardableResult
    public mutating func add<Value: FieldValue>(
        _ name: String, _ type: Value.Type, initialValue: Value? = nil
    ) throws(TableError) -> Field<Value> {
        let initial = initialValue.map(\.cellValue) ?? .empty
        return Field(id: try add(name, type: Value.fieldType, initialValue: initial))
    }

    /// Adds a field whose type is known only at run time.
    @discardableResult
    public mutating func add(
        _ name: String, type: FieldType, initialValue: CellValue = .empty
    ) throws(TableError) -> FieldID {
        try add(name, type: type, initialValue: initialValue, "KRK_TB_AF")
    }

    @discardableResult
    private mutating func add(
        _ name: String, type: FieldType, initialValue: CellValue = .empty, _ code: StaticString
    ) throws(TableError) -> FieldID {
        let field = try FieldDefinition(id: nextFieldID, name: name, type: type, initialValue: initialValue)
        try insert(field, at: count, code)
        return field.id
    }

    /// The typed handle of a field that is known by its name.
    ///
    /// - Throws: ``TableError/unknownField(_:)``, ``TableError/typeDiffers(field:type:asked:)``.
    public func field<Value: FieldValue>(_ name: String, of type: Value.Type) throws(TableError) -> Field<Value> {
        guard let index = index(named: name) else { throw Reports.refused("KRK_TB_FD", .unknownField(name)) }
        guard fields[index].type == Value.fieldType else {
            throw Reports.refused(
                "KRK_TB_FD", .typeDiffers(field: name, type: fields[index].type, asked: Value.fieldType))
        }
        return Field(id: fields[index].id)
    }

    /// - Parameter code: the code of the public call, for reporting a refusal.
    package mutating func insert(
        _ field: FieldDefinition, at index: Int, _ code: StaticString = "KRK_TB_AF"
    ) throws(TableError) {
        guard count < Self.fieldLimit else {
            throw Reports.refused(code, .tooManyFields(limit: Self.fieldLimit))
        }
        try checkName(field.name, code)
        try take(field.id, code)
        fields.insert(field, at: index)
    }

    /// Some of the fields, by their indexes, each once.
    package func taking(_ indexes: [Int]) -> Schema {
        guard indexes != Array(fields.indices) else { return self }
        var taken = self
        taken.fields = indexes.map { fields[$0] }
        return taken
    }

    /// The same fields, each with a format for its numbers.
    package func with(_ formats: [NumberFormat]) -> Schema {
        var schema = self
        schema.fields = zip(fields, formats).map { $0.with($1) }
        return schema
    }

    /// The same fields, each with its choices.
    package func with(_ options: [[ChoiceOption]]) -> Schema {
        var schema = self
        schema.fields = zip(fields, options).map { $0.with($1) }
        return schema
    }

    mutating func markAsPicture(at index: Int) {
        fields[index] = fields[index].markedAsPicture
    }

    /// Ensures that no new field gets this identifier.
    private mutating func take(_ id: FieldID, _ code: StaticString) throws(TableError) {
        guard FieldID.range.contains(id.rawValue) else { throw Reports.refused(code, .noFieldIDs) }
        if index(of: id) != nil { throw Reports.refused(code, .fieldsDiffer) }
        nextFieldID = max(nextFieldID, FieldID(rawValue: id.rawValue + 1))
    }

    private func checkName(_ name: String, _ code: StaticString) throws(TableError) {
        guard !name.isEmpty else { throw Reports.refused(code, .emptyFieldName) }
        if index(named: name) != nil { throw Reports.refused(code, .repeatedFieldName(name)) }
    }
}
