/// The names of fields, to look them up as people write them.
public struct FieldNameIndex: Sendable {
    private let exact: [String: Int]
    /// By the name in lower case, those that differ in case alone.
    private let alike: [String: [Int]]

    /// - Parameter names: of the fields, in order.
    public init(_ names: [String]) {
        exact = Dictionary(zip(names, names.indices)) { first, _ in first }
        alike = Dictionary(grouping: names.indices) { names[$0].lowercased() }
    }

    /// The index of the field with this name, or if there is none, of the only one whose name differs only in case.
    public subscript(name: String) -> Int? {
        let candidates = candidates(name)
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// The indexes of the fields that may be meant; several if their names differ from this one, and only in case.
    func candidates(_ name: String) -> [Int] { exact[name].map { [$0] } ?? alike[name.lowercased()] ?? [] }

    /// The names in a list, each with the index of its field; `nil` where there is none.
    ///
    /// A text that is the name of a field means that one; otherwise there are commas between the names.
    public func fields(in list: [String]) -> [(name: String, index: Int?)] {
        list.flatMap { text -> [(name: String, index: Int?)] in
            if let index = self[text] { return [(text, index)] }
            return text.split(separator: ",", omittingEmptySubsequences: false).map { (String($0), self[String($0)]) }
        }
    }
}

extension SeparatedText.ReadingOptions {
    /// The indexes of the columns that are wanted, at least one; `nil` for all.
    ///
    /// - Parameters:
    ///   - header: the names in the text, if it has any.
    ///   - count: how many columns there are in most records.
    func wantedColumns(header: [String?]?, count: Int) -> Set<Int>? {
        guard !wantedFields.isEmpty else { return nil }
        // Longer records have columns that are known by their numbers.
        let names = FieldNames(header: header, count: max(count, Schema.fieldLimit)).names
        let index = FieldNameIndex(names)
        // Those that leave a choice are all there, so that this can be told.
        let wanted = index.fields(in: wantedFields + fieldTypes.keys).flatMap { index.candidates($0.name) }
        return wanted.isEmpty ? [0] : Set(wanted)
    }
}

extension ImportedText {
    /// Without the fields that are not wanted.
    func wanted(by options: SeparatedText.ReadingOptions) -> ImportedText {
        let all = table.schema.fields.indices
        guard let wanted = options.wantedColumns(header: table.fieldNames, count: all.count) else { return self }
        return ImportedText(
            table: table.taking(fields: all.filter(wanted.contains)), notices: notices,
            format: format, hadHeader: hadHeader, firstLine: firstLine, encoding: encoding)
    }
}
