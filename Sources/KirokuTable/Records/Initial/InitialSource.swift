/// The source of a field's value in new records, if it is not always the same.
public enum InitialSource: Sendable, Hashable {
    /// Today's date or the present time.
    case present
    /// The value of the record above, if it has one.
    case recordAbove
    /// The number after the greatest one in the field; the first number is given: "1", or "A-0001".
    ///
    /// There is no separate counter, so undoing a record leaves no gap.
    case nextNumber(first: String)

    /// Whether fields of a type can be filled in this way.
    public func suits(_ type: FieldType) -> Bool {
        switch self {
        case .present: type.kind.presentName != nil
        case .recordAbove: true
        case .nextNumber(let first): Numbering(first: first).map { $0.value(for: type) != nil } ?? false
        }
    }

    /// Its name, in the user's language.
    public func name(for type: FieldType) -> String {
        switch self {
        case .present: type.kind.presentName ?? localized("Now")
        case .recordAbove: localized("Same as Record Above")
        case .nextNumber: localized("Next Number")
        }
    }

    /// The sources to choose from for a type; numbers begin with 1.
    public static func choices(for type: FieldType) -> [InitialSource] {
        [.present, .nextNumber(first: "1"), .recordAbove].filter { $0.suits(type) }
    }
}

extension InitialSource {
    /// The source as a document stores it: "present", "above", "next A-0001".
    package var stored: String {
        switch self {
        case .present: "present"
        case .recordAbove: "above"
        case .nextNumber(let first): "next \(first)"
        }
    }

    /// A source that ``stored`` has written; `nil` for any other text.
    package init?(stored text: String) {
        switch text {
        case "present": self = .present
        case "above": self = .recordAbove
        default:
            guard text.hasPrefix("next "), Numbering(first: String(text.dropFirst(5))) != nil else { return nil }
            self = .nextNumber(first: String(text.dropFirst(5)))
        }
    }

    /// The sources of fields as a document stores them, a line for each, which begins with the identifier; `nil` if
    /// no field has one.
    package static func stored(of schema: Schema) -> String? {
        let lines = schema.fields.compactMap { field in
            field.initialSource.map { "\(field.id.rawValue) \($0.stored)" }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The sources by the identifiers of their fields, and how many lines are damaged.
    ///
    /// The other lines are still used.
    package static func sources(stored text: String) -> (sources: [Int64: InitialSource], damagedCount: Int) {
        var sources: [Int64: InitialSource] = [:]
        var damaged = 0
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let id = Int64(parts[0]), let source = InitialSource(stored: String(parts[1])) {
                sources[id] = source
            } else {
                damaged += 1
            }
        }
        return (sources, damaged)
    }
}
