/// Binds cells to the parameters of a statement.
///
/// The cells of a field are bound by a closure that knows the field's type, so that no cell has to be wrapped in a
/// ``CellValue``.
///
/// In the file an empty cell is NULL; Int and Bool are INTEGER (false 0, true 1), Float is REAL, String, Date and
/// Decimal are TEXT, and unfit text is TEXT in a field of another type.
package struct CellBinder {
    package let bind: (_ statement: SQLiteStatement, _ parameter: Int32, _ index: Int) throws(StorageError) -> Void
}

extension FieldCells {
    /// A binder for the cells of this field, by index.
    ///
    /// - Parameter ids: the identifiers of the records whose cells these are.
    package func writer(ids: [RecordID]) -> CellBinder {
        let values = column.type.kind.binder(of: column)
        guard !unfitTexts.isEmpty else { return values }
        return CellBinder { [unfitTexts] (statement, parameter, index) throws(StorageError) in
            if let text = unfitTexts[ids[index]] {
                try statement.bind(text, at: parameter)
            } else {
                try values.bind(statement, parameter, index)
            }
        }
    }
}

extension FieldKind {
    /// A binder that asks the column for each value.
    @inline(__always)
    static func valueBinder(of column: Value.Values) -> CellBinder {
        CellBinder { (statement, parameter, index) throws(StorageError) in
            guard let value = column[index] else { return try statement.bindNull(at: parameter) }
            try bind(value, to: statement, at: parameter)
        }
    }
}

extension SQLiteStatement {
    /// Binds one cell, in the form that ``CellBinder`` describes.
    package func bind(_ value: CellValue, at parameter: Int32) throws(StorageError) {
        if let type = value.type {
            try type.kind.bind(value, to: self, at: parameter)
        } else if let text = value.unfitText {
            try bind(text, at: parameter)
        } else {
            try bindNull(at: parameter)
        }
    }
}
