// The operations of a kind on single cells, for modules that do not know kinds.

extension FieldType {
    /// The cell for a value of a property list in a field of this type; `nil` if the value is invalid.
    package func cell(of property: PropertyValue) -> CellValue? { kind.cell(of: property) }

    /// A cell that joins the values of two; `nil` if this type cannot join values.
    package func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? { kind.cell(cell, joining: other) }
}

extension CellValue {
    /// The value for a property list; `nil` for unfit text and an empty cell.
    package var property: PropertyValue? { type.flatMap { $0.kind.property(of: self) } }

    /// The operand of a condition that finds the value; `nil` for unfit text and an empty cell.
    package var operand: Operand? { type.map { $0.kind.operand(self, ignoring: []) } }
}
