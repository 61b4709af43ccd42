extension FieldID {
    /// The column that holds the field, in a file and in the texts of its journal.
    package var column: String { "f\(rawValue)" }

    /// The number of the field that a column would hold; `nil` if it cannot belong to a field.
    ///
    /// SQLite ignores case in names.
    package static func number(ofColumn name: String) -> Int64? {
        name.first == "f" || name.first == "F" ? Int64(name.dropFirst()) : nil
    }
}
