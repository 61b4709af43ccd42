/// One of a field's choices, by its text, or a text that is not one of them, which is kept and marked.
public struct Choice: Sendable, Hashable {
    /// Its text; not empty.
    public let text: String

    /// - Returns: `nil` for an empty text.
    public init?(_ text: String) {
        if text.isEmpty { return nil }
        self.text = text
    }
}

/// Several of a field's choices, in the order in which they were entered, each once.
public struct Choices: Sendable, Hashable {
    /// The largest number of choices that a cell should have; more are kept and marked.
    public static let limit = 64
    /// The separator between two of them in a text.
    public static let separator: Character = ";"

    /// The texts of the choices, separated by "; ".
    public let text: String

    /// The choices in a text, without blanks around them; a text of only blanks and separators is one choice.
    ///
    /// - Returns: `nil` for an empty text.
    public init?(_ text: String) {
        let parts = Self.parts(of: text)
        self.init(parts.isEmpty ? [text] : parts)
    }

    /// - Parameter texts: each without separators and blanks around it; empty and repeated ones are left out.
    /// - Returns: `nil` if there are none.
    public init?(_ texts: [String]) {
        var seen: Set<String> = []
        let kept = texts.filter { !$0.isEmpty && seen.insert($0).inserted }
        if kept.isEmpty { return nil }
        text = kept.joined(separator: "\(Self.separator) ")
    }

    /// The texts of the choices.
    public var texts: [String] {
        let parts = Self.parts(of: text)
        return parts.isEmpty ? [text] : parts
    }

    package static func parts(of text: String) -> [String] {
        text.split(separator: Self.separator).map { FindEntry.trim($0) }.filter { !$0.isEmpty }
    }
}

/// A value of a field with choices.
public protocol ChosenValue: FieldValue, Codable {
    /// The value as a document stores it.
    var text: String { get }

    /// The value of any text; `nil` for one without choices.
    init?(_ text: String)

    /// The texts of its choices.
    var texts: [String] { get }

    /// The value of these choices; `nil` if there are none. A type with a single choice takes the first one.
    init?(_ texts: [String])
}

extension ChosenValue {
    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no choice"))
        }
        self = value
    }

    /// Writes the value as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Choice: ChosenValue {
    /// The text.
    public var texts: [String] { [text] }

    /// The first of the texts.
    public init?(_ texts: [String]) {
        guard let first = texts.first else { return nil }
        self.init(first)
    }

    /// A choice is what a field of type ``FieldType/choice`` holds.
    public static var fieldType: FieldType { .choice }

    /// The choices of a Choice column; `nil` for a column of another type.
    public static func values(of column: Column) -> CodedColumn<Choice>? {
        if case .choice(let values) = column { values } else { nil }
    }

    /// A Choice column of these choices.
    public static func column(of values: CodedColumn<Choice>) -> Column { .choice(values) }

    /// The choice in a Choice cell.
    public init?(_ value: CellValue) {
        guard case .choice(let content) = value else { return nil }
        self = content
    }

    /// The choice as the cell of a Choice field.
    public var cellValue: CellValue { .choice(self) }
}

extension Choices: ChosenValue {
    /// Choices are what a field of type ``FieldType/choices`` holds.
    public static var fieldType: FieldType { .choices }

    /// The choices of a Choices column; `nil` for a column of another type.
    public static func values(of column: Column) -> CodedColumn<Choices>? {
        if case .choices(let values) = column { values } else { nil }
    }

    /// A Choices column of these choices.
    public static func column(of values: CodedColumn<Choices>) -> Column { .choices(values) }

    /// The choices in a Choices cell.
    public init?(_ value: CellValue) {
        guard case .choices(let content) = value else { return nil }
        self = content
    }

    /// The choices as the cell of a Choices field.
    public var cellValue: CellValue { .choices(self) }
}
