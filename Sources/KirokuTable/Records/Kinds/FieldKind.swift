/// The witness of a kind of field.
///
/// There is one for each ``FieldType``, in a file of its own, and nothing else in the program checks which kind a field
/// is. Loops over many cells are functions of the witness, or closures that it makes, so they are compiled for the type
/// of its column.
protocol FieldKind: TextKind, StoredKind {}
