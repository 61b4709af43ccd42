// What a kind does with single cells, for modules that know no kinds.

extension FieldType {
    /// The cell that a property list's value is in a field of this type; `nil` if it is none.
    package func cell(of property: PropertyValue) -> CellValue? { kind.cell(of: property) }

    /// A cell that has what two have; `nil` if this type has no such cells.
    package func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? { kind.cell(cell, joining: other) }
}

extension CellValue {
    /// The value as a property list has it; `nil` for unfit text and an empty cell.
    package var property: PropertyValue? { type.flatMap { $0.kind.property(of: self) } }

    /// The value as the operand of a condition finds it; `nil` for unfit text and an empty cell.
    package var operand: Operand? { type.map { $0.kind.operand(self, ignoring: []) } }
}
