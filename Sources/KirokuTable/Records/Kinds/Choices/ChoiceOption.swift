import FoundationEssentials

/// One of the choices that a field offers.
public struct ChoiceOption: Sendable, Hashable, Codable {
    /// The most that a field can have.
    public static let limit = 1_000

    /// A colour and a sign, by which a choice is told apart at a glance, also without colours.
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

    /// Stays the same whatever the text is, and wherever it stands among the others.
    public let id: Int
    /// What cells hold.
    public var text: String
    /// How it is shown.
    public var mark: Mark
    /// What the text stands for, if it says nothing by itself: the name of a customer beside their number.
    public var label: String?

    /// - Parameters:
    ///   - id: of an option that exists; `nil` for a new one.
    ///   - text: what cells hold.
    ///   - mark: how it is shown.
    ///   - label: what the text stands for.
    public init(id: Int? = nil, text: String, mark: Mark = .none, label: String? = nil) {
        // Made without asking anybody, and in JSON a number that any program reads.
        self.id = id ?? Int.random(in: 1..<1 << 53)
        self.text = text
        self.mark = mark
        self.label = label
    }
}

extension ChoiceOption {
    /// How it is listed: with its sign, and with what it stands for.
    public var caption: String {
        [mark.sign, ShownText.short(text), label.map { ShownText.short($0) } ?? ""].filter { !$0.isEmpty }
            .joined(separator: "  ")
    }
}

extension [ChoiceOption] {
    /// The option that a typed text means: with exactly this text, or if there is none, the only one that differs just in
    /// case, width and the blanks around it.
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

    /// The options with the differences between two lists applied: what only one side has changed follows it.
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

    /// The options of fields as a document stores them, a line for each field, which begins with its identifier; `nil` if
    /// no field has any.
    package static func stored(of schema: Schema) -> String? {
        let lines = schema.fields.compactMap { field in field.options.stored.map { "\(field.id.rawValue) \($0)" } }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
