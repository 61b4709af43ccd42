extension NumberFormat {
    /// The format as a document stores it: "2 grouped after  €".
    ///
    /// It consists of the places or `-`, `grouped` or `-`, and, if there is a unit, its place and the unit up to the
    /// end. For numbers in hundredths, the place is `percent` or `percent-before`.
    package var stored: String {
        let words = [places.map { String($0) } ?? "-", groupsThousands ? "grouped" : "-"]
        return (unit.isEmpty ? words : words + [storedPlace, unit]).joined(separator: " ")
    }

    /// A format that ``stored`` has written; `nil` for any other text.
    package init?(stored text: String) {
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2 || words.count == 4 else { return nil }
        let place = words.count == 4 ? words[2] : ""
        self.init(
            places: Int(words[0]), groupsThousands: words[1] == "grouped", unit: words.count == 4 ? words[3] : "",
            unitPlace: place == "before" || place == "percent-before" ? .before : .after,
            isPercent: place.hasPrefix("percent"))
        guard stored == text else { return nil }
    }

    private var storedPlace: String {
        guard isPercent else { return unitPlace.rawValue }
        return unitPlace == .after ? "percent" : "percent-before"
    }

    /// The formats of fields as a document stores them, a line for each, which begins with the identifier; `nil` if
    /// all numbers are shown as typed.
    package static func stored(of schema: Schema) -> String? {
        let lines = schema.fields.filter { $0.numberFormat != .asTyped }
            .map { "\($0.id.rawValue) \($0.numberFormat.stored)" }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The formats by the identifiers of their fields, and how many lines are damaged.
    ///
    /// The other lines are still used.
    package static func formats(stored text: String) -> (formats: [Int64: NumberFormat], damagedCount: Int) {
        var formats: [Int64: NumberFormat] = [:]
        var damaged = 0
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let id = Int64(parts[0]), let format = NumberFormat(stored: String(parts[1])) {
                formats[id] = format
            } else {
                damaged += 1
            }
        }
        return (formats, damaged)
    }
}
