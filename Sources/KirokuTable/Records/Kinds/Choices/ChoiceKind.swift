/// One of the field's choices, or a text that is not one of them.
enum ChoiceKind: ChosenKind {
    typealias Value = Choice

    static var name: String { localized("Choice") }
    static var contentsName: String { localized("one of several choices") }
    static var findHint: String { localized("red; blue, =red, r*, = for empty") }

    static var comparisons: [Comparison] {
        [.hasAny, .hasNone, .equal, .contains, .startsWith, .endsWith, .matches] + TextOrderTest.comparisons
            + [.empty, .notEmpty, .toFix]
    }

    /// Compares in sort order: the order of the field's choices, followed by other texts in their own order.
    static func test(
        _ comparison: Comparison, _ operand: Operand, in field: FieldDefinition
    ) throws(QueryError) -> ValueTest? {
        guard case .text(let text, let ignored) = operand,
            let test = TextOrderTest(text, comparison, ignoring: ignored)
        else { return try self.test(comparison, operand) }
        let folding = TextFolding(ignored)
        let places = Dictionary(
            field.options.enumerated().map { (folding.folded($1.text), $0) }, uniquingKeysWith: { first, _ in first })
        let place = places[folding.folded(text)]
        return ValueTest { column, _ in
            guard let column = Choice.values(of: column) else { return nil }
            let texts = column.codes.texts
            var passes = [UInt64](repeating: .max, count: MatchWords.wordCount(for: texts.count))
            test.matching(.string(texts), MatchBudget(StopFlag()))?(&passes, 0)
            let accepted = texts.indices.map { index -> Bool in
                let own = texts[index].flatMap { places[folding.folded($0)] }
                // If neither is among the choices, the texts decide.
                if own == nil, place == nil { return passes[index >> 6] >> UInt64(index & 63) & 1 == 1 }
                return test.accepts(order: (own ?? .max) < (place ?? .max) ? -1 : own == place ? 0 : 1)
            }
            return matcher(of: column, [false] + accepted)
        }
    }

    static func line(_ entry: FindEntry.Text) -> FindEntry.Meaning {
        FindEntry.orderOfTextsLine(entry.typed) ?? FindEntry.choiceLine(entry.typed)
    }
}

/// Several of the field's choices.
enum ChoicesKind: ChosenKind {
    typealias Value = Choices

    static var name: String { localized("Several choices") }
    static var contentsName: String { localized("several of the choices") }
    static var findHint: String { localized("red; blue, red & blue, =red, = for empty") }

    static var holdsSeveral: Bool { true }

    /// Joins the choices of both, each once.
    static func cell(_ cell: CellValue, joining other: CellValue) -> CellValue? {
        guard let chosen = Choices(cell), let added = Choices(other) else { return nil }
        return Choices(chosen.texts + added.texts)?.cellValue
    }

    static var comparisons: [Comparison] {
        [.hasAny, .hasAll, .hasNone, .equal, .contains, .startsWith, .endsWith, .matches, .empty, .notEmpty, .toFix]
    }
}
