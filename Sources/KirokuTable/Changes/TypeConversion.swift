/// The result of giving a field another type.
///
/// Computed before anything is changed, to be shown; ``Document/retypeField(_:to:)`` then does the same to the table.
///
/// A value is converted if no information is lost:
/// - to String, everything is: to its plain text form (``CellValue/plainText``); unfit text becomes that text.
/// - String, and unfit text of any field, to any other type: as if read from a file; a text without characters
///   becomes an empty cell.
/// - String to Date: texts in the plain form, or in another if all have the same one, with day and month in the order
///   of the locale if both could be meant.
/// - String to a number: texts in the plain form, or in another that nearly all numbers of the field have, which
///   becomes the field's format; with the decimal sign of the locale if the numbers do not show it.
/// - Int to Float: numbers that a Double holds exactly, which all up to 2⁵³ are.
/// - Float to Int: whole numbers of 64 bits.
/// - Int to Decimal; Float to Decimal, by the shortest decimal form that reads back to the same Float.
/// - Decimal to Int: whole numbers of 64 bits; Decimal to Float: numbers that are the shortest form of a Float.
/// - Duration to Int, Float and Decimal: its seconds; back: whole seconds. Time to Duration: the time after midnight.
/// - Bool to Int, Float and Decimal: 1 for true, 0 for false; back: 1 and 0.
///
/// Any other value is kept as unfit text, in its plain text form. Empty cells stay empty. An initial value that does
/// not convert is dropped.
public struct TypeConversion: Sendable {
    /// The field before the conversion.
    public let field: FieldDefinition
    /// The new type.
    public let type: FieldType
    /// How many cells will have a value of the new type.
    public let convertedCount: Int
    /// The cells that cannot be converted, in record order.
    public let unfit: [UnfitCell]

    /// A cell that will be unfit.
    public struct UnfitCell: Sendable, Hashable {
        /// The record's index.
        public let record: Int
        /// The text that the cell will have.
        public let text: String
    }

    private let records: [RecordID]
    private let column: Column
    private let initialValue: CellValue
    /// How the texts show the numbers, if the field has no other format.
    private let format: NumberFormat

    /// Tries the conversion.
    ///
    /// Costs a pass over the field, so it is best done in the background if there are many records.
    ///
    /// - Parameters:
    ///   - index: the field's index.
    ///   - table: the table with the field.
    ///   - type: the new type.
    /// - Throws: ``TableError/fieldOutOfRange(index:count:)``.
    public init(_ index: Int, of table: RecordTable, to type: FieldType) throws(TableError) {
        try table.checkField(index)
        field = table.schema[index]
        self.type = type
        var column = Column(type: type)
        column.reserveCapacity(table.count)
        var converted = 0
        var unfit: [UnfitCell] = []
        let values = table.values(ofTexts: index, as: type, .ofLocale, .ofRegion)
        for record in 0..<table.count {
            let value = values?[record] ?? table[record, index].converted(to: type)
            column.append(value)
            if let text = value.unfitText {
                unfit.append(UnfitCell(record: record, text: text))
            } else if value != .empty {
                converted += 1
            }
        }
        records = table.ids
        self.column = column
        self.unfit = unfit
        convertedCount = converted
        format = field.numberFormat == .asTyped ? values?.format ?? .asTyped : field.numberFormat
        let initial = field.initialValue.converted(to: type)
        initialValue = initial.isUnfit ? .empty : initial
    }

    /// The field with its cells converted.
    package func contents(id: FieldID) throws(TableError) -> FieldContents {
        let definition = try FieldDefinition(
            id: id, name: field.name, type: type, initialValue: initialValue,
            isMarkedAsPicture: field.isMarkedAsPicture, numberFormat: format
        ).with(field.initialSource).with(field.rules).with(field.options)
        let texts = Dictionary(unfit.map { (records[$0.record], $0.text) }) { first, _ in first }
        return FieldContents(
            definition, records: records, cells: FieldCells(column: column, unfitTexts: texts))
    }
}

extension CellValue {
    /// The value converted for a field of `type`, or unfit text (see ``TypeConversion``).
    package func converted(to type: FieldType) -> CellValue { type.kind.cell(from: self) }
}
