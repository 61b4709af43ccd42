/// Looks up fields by name, as people write names.
public struct FieldNameIndex: Sendable {
    private let exact: [String: Int]
    /// By name in lower case: the fields whose names differ only in case.
    private let alike: [String: [Int]]

    /// - Parameter names: the names of the fields, in order.
    public init(_ names: [String]) {
        exact = Dictionary(zip(names, names.indices)) { first, _ in first }
        alike = Dictionary(grouping: names.indices) { names[$0].lowercased() }
    }

    /// The index of the field with this name or, if there is none, of the only field whose name differs in case alone.
    public subscript(name: String) -> Int? {
        let candidates = candidates(name)
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// The indexes of the fields that a name may stand for: several if their names differ from it in case alone.
    func candidates(_ name: String) -> [Int] { exact[name].map { [$0] } ?? alike[name.lowercased()] ?? [] }

    /// The names in a list, each with the index of its field; `nil` where there is none.
    ///
    /// A text that is the name of a field stands for that field; otherwise it is a list of names separated by commas.
    public func fields(in list: [String]) -> [(name: String, index: Int?)] {
        list.flatMap { text -> [(name: String, index: Int?)] in
            if let index = self[text] { return [(text, index)] }
            return text.split(separator: ",", omittingEmptySubsequences: false).map { (String($0), self[String($0)]) }
        }
    }
}
