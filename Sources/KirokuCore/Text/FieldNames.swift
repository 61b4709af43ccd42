/// Names for the fields of a text, from its header line or without one.
struct FieldNames {
    private(set) var names: [String] = []
    /// How many names of the header line are others now; the first of them is number `mended.first` (from 0).
    private(set) var mended = Tally()

    /// A missing name becomes "Field 3", a repeated one "Name 2".
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

    /// The names of `count` fields, of which the first ones may stand in a header.
    init(header: [String?]?, count: Int) {
        if let header {
            self.init(header: header + Array(repeating: nil, count: max(0, count - header.count)))
        } else {
            self.init(count: count)
        }
    }

    /// Names of the form "Field 1".
    init(count: Int) {
        names = (0..<count).map(Self.numbered)
    }

    private static func numbered(_ index: Int) -> String {
        localized("Field {number}", ["number": String(index + 1)])
    }
}

extension String {
    /// The name of a field; with a number behind it, from 2 on, if it is taken.
    func unused(among taken: Set<String>) -> String {
        var (name, number) = (self, 2)
        while taken.contains(name) {
            name = "\(self) \(number)"
            number += 1
        }
        return name
    }
}
