/// One of the field's choices, or a text that is none of them.
enum ChoiceKind: ChosenKind {
    typealias Value = Choice

    static var name: String { localized("Choice") }
    static var contentsName: String { localized("one of several choices") }
    static var findHint: String { localized("red; blue, =red, r*, = for empty") }

    static var historyTag: UInt8 { 11 }

    static var comparisons: [Comparison] {
        [.hasAny, .hasNone, .equal, .contains, .startsWith, .endsWith, .matches, .empty, .notEmpty, .toFix]
    }
}

/// Several of the field's choices.
enum ChoicesKind: ChosenKind {
    typealias Value = Choices

    static var name: String { localized("Several choices") }
    static var contentsName: String { localized("several of the choices") }
    static var findHint: String { localized("red; blue, red & blue, =red, = for empty") }

    static var holdsSeveral: Bool { true }

    /// The choices of both, each once.
    static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? {
        guard let chosen = Choices(cell), let added = Choices(other) else { return nil }
        return Choices(chosen.texts + added.texts)?.cellValue
    }

    static var historyTag: UInt8 { 12 }

    static var comparisons: [Comparison] {
        [.hasAny, .hasAll, .hasNone, .equal, .contains, .startsWith, .endsWith, .matches, .empty, .notEmpty, .toFix]
    }
}
