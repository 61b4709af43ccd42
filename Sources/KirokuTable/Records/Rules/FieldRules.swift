import FoundationEssentials

/// The rules for the values of a field.
///
/// A cell that breaks a rule keeps its value. It is marked and counts as one to fix, like unfit text, which itself
/// breaks no rule.
public struct FieldRules: Sendable, Hashable {
    /// One end of a range.
    public enum Bound: Sendable, Hashable {
        /// A value of the field's type; unfit text while it is still being edited.
        case value(CellValue)
        /// Today or now, whenever it is checked.
        case present
    }

    /// Whether every record should have a value.
    public var isRequired = false
    /// Whether a value should occur only once, together with the values of these other fields, if any.
    ///
    /// `nil` if it may be repeated. Empty cells are not compared, except in the other fields.
    public var uniqueWith: [FieldID]?
    /// The least value, for types with an order; `nil` for any.
    public var least: Bound?
    /// The greatest value, for types with an order; `nil` for any.
    public var greatest: Bound?
    /// The least number of characters of a text; `nil` for any.
    public var shortest: Int?
    /// The greatest number of characters of a text; `nil` for any.
    public var longest: Int?
    /// A regular expression that matches a whole text; `nil` for any text.
    public var pattern: String?
    /// Whether a value should be one of the field's options, although it is not a field with choices: a number or text
    /// that identifies a record in another table.
    public var isAmongOptions = false

    /// The possible lengths.
    public static let lengths = 0...1_000_000_000

    /// Rules that every value satisfies.
    public init() {}

    /// Whether every value satisfies them.
    public var isEmpty: Bool { self == FieldRules() }

    /// Whether fields of a type can have a range.
    public static func hasRange(_ type: FieldType) -> Bool { type.kind.comparisons.contains(.between) }

    /// Whether a bound can be today or now.
    public static func hasPresent(_ type: FieldType) -> Bool { type.kind.presentName != nil }

    /// Whether fields of a type can have lengths and a pattern.
    public static func hasPattern(_ type: FieldType) -> Bool { type.holdsText }

    /// Whether values of a type can be limited to a list.
    public static func hasList(_ type: FieldType) -> Bool {
        type.holdsText && !type.hasOptions || type.databaseType == "bigint"
    }

    /// The rules that are possible for a type, with the bounds as values of it.
    func suiting(_ type: FieldType) -> FieldRules {
        if isEmpty { return self }
        var rules = self
        rules.least = Self.hasRange(type) ? least.flatMap { $0.converted(to: type) } : nil
        rules.greatest = Self.hasRange(type) ? greatest.flatMap { $0.converted(to: type) } : nil
        func possible(_ length: Int) -> Int { min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound) }
        (rules.shortest, rules.longest) = (shortest.map(possible), longest.map(possible))
        if !Self.hasList(type) { rules.isAmongOptions = false }
        if !Self.hasPattern(type) { (rules.shortest, rules.longest, rules.pattern) = (nil, nil, nil) }
        return rules
    }

    /// The rules for a table in which some fields were replaced.
    package func replacing(_ replaced: [FieldReplacement]) -> FieldRules {
        guard !replaced.isEmpty, let others = uniqueWith else { return self }
        var rules = self
        rules.uniqueWith = others.map { other in replaced.first { $0.old == other }?.new ?? other }
        return rules
    }
}

extension FieldRules.Bound {
    /// The bound for a type; `nil` if it has no such value.
    fileprivate func converted(to type: FieldType) -> Self? {
        switch self {
        case .present: FieldRules.hasPresent(type) ? self : nil
        case .value(let value):
            switch value.converted(to: type) {
            case .empty, .unfit: nil
            case let value: .value(value)
            }
        }
    }

    /// The value that cells are compared with now.
    package func value(for type: FieldType) -> CellValue? {
        switch self {
        case .value(let value): value
        case .present: type.kind.presentCell(at: LocalTime(AppClock.shared.now))
        }
    }
}

/// How rules are stored: as JSON, with the bounds in their plain form.
extension FieldRules {
    private struct Stored: Codable {
        var required: Bool?
        var unique: [FieldID]?
        var least: String?
        var greatest: String?
        var shortest: Int?
        var longest: Int?
        var pattern: String?
        var listed: Bool?
    }

    private static let present = "present"

    /// The rules as a document stores them; `nil` if every value satisfies them.
    package var stored: String? {
        if isEmpty { return nil }
        func text(_ bound: Bound?) -> String? {
            switch bound {
            case nil: nil
            case .present: Self.present
            case .value(let value): value.plainText
            }
        }
        return StoredJSON.text(
            Stored(
                required: isRequired ? true : nil, unique: uniqueWith, least: text(least), greatest: text(greatest),
                shortest: shortest, longest: longest, pattern: pattern, listed: isAmongOptions ? true : nil))
    }

    /// Rules that ``stored`` has written for a field of this type; `nil` for any other text.
    package init?(stored text: String, for type: FieldType) {
        guard let stored = StoredJSON.value(Stored.self, in: text) else { return nil }
        func bound(_ text: String?) -> Bound? {
            text.map { $0 == Self.present ? .present : .value(CellValue.string($0).converted(to: type)) }
        }
        var rules = FieldRules()
        rules.isRequired = stored.required ?? false
        rules.uniqueWith = stored.unique
        rules.least = bound(stored.least)
        rules.greatest = bound(stored.greatest)
        rules.shortest = stored.shortest
        rules.longest = stored.longest
        rules.pattern = stored.pattern
        rules.isAmongOptions = stored.listed ?? false
        guard rules.suiting(type) == rules else { return nil }
        self = rules
    }

    /// The rules of fields as a document stores them, a line for each, which begins with the identifier; `nil` if no
    /// field has any.
    package static func stored(of schema: Schema) -> String? {
        let lines = schema.fields.compactMap { field in field.rules.stored.map { "\(field.id.rawValue) \($0)" } }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The stored rules by the identifiers of their fields.
    package static func lines(stored text: String) -> [Int64: String] {
        var lines: [Int64: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let id = Int64(parts[0]) { lines[id] = String(parts[1]) }
        }
        return lines
    }
}
