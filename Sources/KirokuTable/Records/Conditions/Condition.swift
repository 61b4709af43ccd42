/// Which records to find: tests of single cells, joined by all, any and none.
///
/// A value that the screen, the command line and documents share. ``RecordTable/find(_:progress:)`` runs it.
///
/// ```swift
/// let condition = Condition.all([
///     .test(rate.id, .greaterOrEqual, .float(3.5)),
///     .test(name.id, .contains, .text("アイコ", ignoring: [.case, .width])),
/// ])
/// let found = try await table.find(condition)
/// ```
public indirect enum Condition: Sendable, Hashable, Codable {
    /// One cell of the record passes a test.
    case cell(CellCondition)
    /// A cell of the record, as shown, contains the text: a part of a text or of a number's digits, or the whole word
    /// for true or false; unfit text counts. Every record contains an empty text.
    case anywhere(String, ignoring: TextDifferences = [])
    /// All of these hold; without any, the condition holds for every record.
    case all([Condition])
    /// At least one of these holds; without any, the condition holds for no record.
    case any([Condition])
    /// None of these holds; without any, the condition holds for every record.
    case none([Condition])

    /// How deeply groups may be nested.
    public static let depthLimit = 64

    /// The condition that one cell of the record passes a test.
    public static func test(_ field: FieldID, _ comparison: Comparison, _ operand: Operand = .nothing) -> Condition {
        .cell(CellCondition(field: field, comparison: comparison, operand: operand))
    }

    /// Checks whether the condition can be used with tables of these fields.
    ///
    /// - Throws: ``QueryError``: a field that does not exist, a comparison or an operand that does not suit the field's
    ///   type, an invalid regular expression, or groups nested deeper than ``depthLimit``.
    public func check(for schema: Schema) throws(QueryError) {
        _ = try CheckedCondition(self, for: schema)
    }
}

/// A test of the cell that a record has in one field.
///
/// Comparisons never hold for an empty cell or one with unfit text, ``Comparison/notEqual`` included: a record without
/// a number does not have one that differs from 5. Such cells are found by ``Comparison/empty`` and
/// ``Comparison/toFix``, and by ``Condition/none(_:)`` around a comparison.
public struct CellCondition: Sendable, Hashable, Codable {
    /// The field whose cell is tested.
    public var field: FieldID
    /// How the cell is compared.
    public var comparison: Comparison
    /// What the cell is compared with.
    public var operand: Operand

    /// A test, which is only checked when it is used (see ``Condition/check(for:)``).
    public init(field: FieldID, comparison: Comparison, operand: Operand = .nothing) {
        self.field = field
        self.comparison = comparison
        self.operand = operand
    }
}

extension FieldID: Codable {}
