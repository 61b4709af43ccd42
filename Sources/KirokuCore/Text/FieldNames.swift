/// The names of the fields of a text, with or without a header line.
struct FieldNames {
    private(set) var names: [String] = []
    /// How many names of the header line were changed; `mended.first` is the index of the first of them.
    private(set) var mended = Tally()

    /// Takes names from a header line; a missing name becomes "Field 3", a repeated one "Name 2".
    init(header: [String?]) {
        var taken = Set(header.compactMap { $0 })
        var seen: Set<String> = []
        for (index, cell) in header.enumerated() {
            let wished = cell ?? ""
            if !wished.isEmpty, seen.insert(wished).inserted {
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

    private static func numbered(_ index: Int) -> String {
        localized("Field {number}", ["number": String(index + 1)])
    }
}

extension String {
    /// The name, followed by the first free number from 2 on if it is taken.
    func unused(among taken: Set<String>) -> String {
        var (name, number) = (self, 2)
        while taken.contains(name) {
            name = "\(self) \(number)"
            number += 1
        }
        return name
    }
}
