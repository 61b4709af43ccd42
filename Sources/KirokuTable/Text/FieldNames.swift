/// The names of the fields of a text, with or without a header line.
struct FieldNames {
    private(set) var names: [String] = []
    /// How many names of the header line were changed; `mended.first` is the index of the first one.
    private(set) var mended = Tally()

    /// The longest name, in characters; a text without line breaks may be taken for one.
    static let longest = 1_000

    /// Takes names from a header line; a missing name becomes "Field 3", a repeated one "Name 2", and a name that is
    /// too long is cut.
    init(header: [String?]) {
        let wishes = header.map { $0.map { Self.isTooLong($0) ? String($0.prefix(Self.longest)) : $0 } ?? "" }
        var taken = Set(wishes)
        var seen: Set<String> = []
        for (index, wished) in wishes.enumerated() {
            if !wished.isEmpty, seen.insert(wished).inserted {
                if Self.isTooLong(header[index] ?? "") { mended.add(at: index) }
                names.append(wished)
                continue
            }
            let name = (wished.isEmpty ? Self.numbered(index) : wished).unused(among: taken)
            taken.insert(name)
            names.append(name)
            mended.add(at: index)
        }
    }

    /// Takes the names of `count` fields from a header line, and numbers those that it lacks.
    init(header: [String?]?, count: Int) {
        if let header {
            self.init(header: header + Array(repeating: nil, count: max(0, count - header.count)))
        } else {
            self.init(count: count)
        }
    }

    /// Creates names of the form "Field 1".
    init(count: Int) {
        names = (0..<count).map(Self.numbered)
    }

    static func isTooLong(_ name: String) -> Bool { name.utf8.count > longest && name.count > longest }

    private static func numbered(_ index: Int) -> String {
        localized("Field {number}", ["number": String(index + 1)])
    }
}

extension RecordTable {
    /// The name, followed by the first free number from 2 on if a field has it.
    public func unusedFieldName(_ name: String) -> String { name.unused(among: Set(fieldNames)) }
}

extension String {
    /// The name, followed by the first free number from 2 on if it is taken.
    package func unused(among taken: Set<String>) -> String {
        var (name, number) = (self, 2)
        while taken.contains(name) {
            name = "\(self) \(number)"
            number += 1
        }
        return name
    }
}
