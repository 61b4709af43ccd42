import GtkKit
import KirokuCore

/// The hint shown faintly after a text that is being typed.
enum TypingHint: Equatable {
    case none
    /// A completion of the text; End accepts it.
    case completion(String)
    /// The meaning of the text: "Thu 24 Dec 2026" after "24/12".
    case meaning(String)

    /// The hint for a text in a field.
    init(for text: String, in field: FieldDefinition) {
        self = EntryReader.typing(into: field).meaning(text).map { .meaning($0) } ?? .none
    }

    /// The text to show after the typed text.
    var shownText: String {
        switch self {
        case .none: ""
        case .completion(let rest): rest
        case .meaning(let meaning): "\u{2003}" + meaning
        }
    }

    /// What a screen reader says about the typed text.
    func description(of typed: String) -> String {
        switch self {
        case .none: ""
        case .completion(let rest):
            localized("Press End to complete it to “{text}”.", ["text": ShownText.short(typed + rest)])
        case .meaning(let meaning): meaning
        }
    }
}

extension EntryStep {
    /// The step that a key makes in a date or a time: Alt with the arrows, or a larger one with Ctrl as well.
    ///
    /// Many desktops keep Ctrl+Alt with the arrows to themselves; Page Up and Page Down do the same.
    @MainActor
    init?(_ key: KeyEvent) {
        guard key.modifiers.contains(.alt), key.modifiers.isSubset(of: [.alt, .control]) else { return nil }
        let isLarge = key.modifiers.contains(.control)
        switch key.key {
        case .up: self = isLarge ? .large(1) : .small(1)
        case .down: self = isLarge ? .large(-1) : .small(-1)
        case .pageUp where !isLarge: self = .large(1)
        case .pageDown where !isLarge: self = .large(-1)
        default: return nil
        }
    }
}
