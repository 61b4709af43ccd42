import FoundationEssentials

/// One of the choices that a field offers.
public struct ChoiceOption: Sendable, Hashable, Codable {
    /// The largest number of options that a field can have.
    public static let limit = 1_000

    /// A colour and a sign that distinguish a choice at a glance, even without colours.
    public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
        /// The colour, which has a sign of its own; `none` for a choice without either.
        case none, red, orange, yellow, green, teal, blue, purple, pink, brown, gray

        /// The sign; empty for none.
        public var sign: String {
            switch self {
            case .none: ""
            case .red: "●"
            case .orange: "▲"
            case .yellow: "★"
            case .green: "◆"
            case .teal: "✚"
            case .blue: "■"
            case .purple: "♥"
            case .pink: "✿"
            case .brown: "♠"
            case .gray: "○"
            }
        }
    }

    /// Identifies the option, regardless of its text and position.
    public let id: Int
    /// The text in cells.
    public var text: String
    /// How it is shown.
    public var mark: Mark
    /// The meaning of the text, if it is not self-explanatory, such as the name of a customer for a customer number.
    public var label: String?

    /// - Parameters:
    ///   - id: the identity of an existing option; `nil` for a new one.
    ///   - text: the text in cells.
    ///   - mark: how it is shown.
    ///   - label: what the text stands for.
    public init(id: Int? = nil, text: String, mark: Mark = .none, label: String? = nil) {
        // Random, so that no coordination is needed, and small enough for any program to read it from JSON.
        self.id = id ?? Int.random(in: 1..<1 << 53)
        self.text = text
        self.mark = mark
        self.label = label
    }
}

extension ChoiceOption {
    /// Its text in lists, with its sign and its label.
    public var caption: String {
        [mark.sign, ShownText.short(text), label.map { ShownText.short($0) } ?? ""].filter { !$0.isEmpty }
            .joined(separator: "  ")
    }
}

extension [ChoiceOption] {
    /// The option that a typed text means: the one with exactly this text or, if there is none, the only one that
    /// differs just in case, width and surrounding blanks.
    public func meant(by text: String) -> ChoiceOption? {
        if let exact = first(where: { $0.text == text }) { return exact }
        let folded = Self.folded(text)
        let alike = filter { Self.folded($0.text) == folded }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The first option that begins with a typed text, whatever its case.
    public func begun(by text: String) -> ChoiceOption? {
        let folded = Self.folded(text)
        return folded.isEmpty ? nil : first { Self.folded($0.text).hasPrefix(folded) }
    }

    static func folded(_ text: String) -> String { TextFolding([.case, .width]).folded(FindEntry.trim(text)) }

    /// Merges the options with the differences between two lists: what only one side has changed is taken from it.
    package func changed(from before: [ChoiceOption], to after: [ChoiceOption]) -> [ChoiceOption] {
        if self == before { return after }
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let wanted = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
        var merged = compactMap { option -> ChoiceOption? in
            guard let old = known[option.id] else { return option }
            guard let new = wanted[option.id] else { return nil }
            return ChoiceOption(
                id: option.id, text: option.text == old.text ? new.text : option.text,
                mark: option.mark == old.mark ? new.mark : option.mark)
        }
        let here = Set(merged.map(\.id))
        merged += after.filter { known[$0.id] == nil && !here.contains($0.id) }
        return merged
    }

    /// The options as a document stores them: as JSON; `nil` if there are none.
    package var stored: String? {
        isEmpty ? nil : StoredJSON.text(self)
    }

    /// Options that ``stored`` has written; `nil` for any other text.
    package init?(stored text: String) {
        guard let options = StoredJSON.value([ChoiceOption].self, in: text),
            Set(options.map(\.id)).count == options.count
        else { return nil }
        self = options
    }

    /// The options of fields as a document stores them, a line for each field, which begins with its identifier; `nil`
    /// if no field has any.
    package static func stored(of schema: Schema) -> String? {
        let lines = schema.fields.compactMap { field in field.options.stored.map { "\(field.id.rawValue) \($0)" } }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
