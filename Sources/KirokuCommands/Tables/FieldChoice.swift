import KirokuCore

/// The fields that a command line asks for: by names, by numbers from 1 ("1,3-5", "4-"), or all but some.
struct FieldChoice: Sendable, Hashable {
    /// Names or numbers as given, each a single one or several with commas between them; empty for all fields.
    private let wanted: [String]
    /// The fields to leave out, in the same form.
    private let excluded: [String]

    init(_ arguments: CommandArguments) {
        (wanted, excluded) = (arguments.all(.fields), arguments.all(.except))
    }

    /// Whether all fields are asked for.
    var isAll: Bool { wanted.isEmpty && excluded.isEmpty }

    /// The requested names, if they are known before the fields are; `nil` if it depends on what fields there are.
    var names: [String]? {
        let parts = wanted.flatMap { $0.split(separator: ",") }
        return wanted.isEmpty || !excluded.isEmpty || parts.contains { Self.range(String($0)) != nil } ? nil : wanted
    }

    /// The indexes of the fields among those with these names, in the order asked for; `nil` for all.
    func indexes(of names: [String]) throws(CommandFailure) -> [Int]? {
        guard !isAll else { return nil }
        let left = Set(try Self.indexes(in: excluded, of: names))
        let all = wanted.isEmpty ? Array(names.indices) : try Self.indexes(in: wanted, of: names)
        return all.filter { !left.contains($0) }
    }

    private static func indexes(in list: [String], of names: [String]) throws(CommandFailure) -> [Int] {
        var indexes: [Int] = []
        for (name, index) in FieldNameIndex(names).fields(in: list) {
            if let index {
                indexes.append(index)
            } else if let range = range(name), range.lowerBound <= names.count {
                indexes += (range.lowerBound - 1)..<min(range.upperBound, names.count)
            } else {
                throw CommandFailure(localized("There is no field “{field}”.", ["field": name]), status: .usage)
            }
        }
        return indexes
    }

    /// Reads "3", "3-5" or "3-"; the upper bound is included.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ Int($0) }), first > 0 else { return nil }
        guard parts.count == 2 else { return first...first }
        guard let last = parts[1].isEmpty ? .max : Int(parts[1]), last >= first else { return nil }
        return first...last
    }
}
