/// Binds cells to the parameters of a statement.
///
/// The cells of a field are bound by a closure that knows the field's type, so that no cell is wrapped in a
/// ``CellValue`` on its way.
///
/// In the file an empty cell is NULL; Int and Bool are INTEGER (false 0, true 1), Float is REAL, String is TEXT, and
/// unfit text is TEXT in a field of another type.
typealias CellBinder = (_ statement: SQLiteStatement, _ parameter: Int32, _ index: Int) throws(StorageError) -> Void

extension FieldCells {
    /// What binds the cell at an index of this field.
    ///
    /// - Parameter ids: the identifiers of the records whose cells these are.
    func writer(ids: [RecordID]) -> CellBinder {
        let write = column.writer
        guard !unfitTexts.isEmpty else { return write }
        return { [unfitTexts] (statement, parameter, index) throws(StorageError) in
            if let text = unfitTexts[ids[index]] {
                try statement.bind(text, at: parameter)
            } else {
                try write(statement, parameter, index)
            }
        }
    }
}

extension Column {
    fileprivate var writer: CellBinder {
        switch self {
        case .int(let column):
            { (statement, parameter, index) throws(StorageError) in
                guard let number = column[index] else { return try statement.bindNull(at: parameter) }
                try statement.bind(Int64(number), at: parameter)
            }
        case .float(let column):
            { (statement, parameter, index) throws(StorageError) in
                guard let number = column[index] else { return try statement.bindNull(at: parameter) }
                try statement.bind(number, at: parameter)
            }
        case .bool(let column):
            { (statement, parameter, index) throws(StorageError) in
                guard let flag = column[index] else { return try statement.bindNull(at: parameter) }
                try statement.bind(flag ? 1 : Int64(0), at: parameter)
            }
        case .string(let column):
            { (statement, parameter, index) throws(StorageError) in
                try statement.bind(column, index, at: parameter)
            }
        }
    }
}

extension SQLiteStatement {
    /// Binds one cell, in the form that ``CellBinder`` describes.
    func bind(_ value: CellValue, at parameter: Int32) throws(StorageError) {
        switch value {
        case .empty: try bindNull(at: parameter)
        case .int(let number): try bind(Int64(number), at: parameter)
        case .float(let number): try bind(number, at: parameter)
        case .bool(let flag): try bind(flag ? 1 : Int64(0), at: parameter)
        case .string(let text), .unfit(let text): try bind(text, at: parameter)
        }
    }
}
