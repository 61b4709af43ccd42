extension FieldDefinition {
    /// The completion of a text typed into a field with choices: the rest of the first choice that begins with it,
    /// ignoring case.
    ///
    /// `nil` if there is none, for a text that is already a choice, and for options with labels. With several choices,
    /// it applies to the last one.
    public func choiceCompletion(of text: String) -> String? {
        guard type.hasOptions, !options.isEmpty else { return nil }
        let (begun, offered) = offered(for: text)
        guard offered.meant(by: begun) == nil, let option = offered.begun(by: begun),
            [ChoiceOption].folded(String(option.text.prefix(begun.count))) == [ChoiceOption].folded(begun)
        else { return nil }
        return String(option.text.dropFirst(begun.count))
    }

    /// The choices that a typed text may mean, ignoring case: first those that begin with it, then those that contain
    /// it.
    ///
    /// With several choices, it applies to the last one; choices already present are left out, and so is one that is
    /// typed completely.
    public func choiceMatches(of text: String) -> [ChoiceOption] {
        guard offersOptions, !options.isEmpty else { return [] }
        let (begun, offered) = offered(for: text)
        let folded = [ChoiceOption].folded(begun)
        guard !folded.isEmpty else { return [] }
        var (first, second): ([ChoiceOption], [ChoiceOption]) = ([], [])
        for option in offered {
            let texts = [option.text, option.label ?? ""].map { [ChoiceOption].folded($0) }
            if texts[0] == folded { continue }
            if texts.contains(where: { $0.hasPrefix(folded) }) {
                first.append(option)
            } else if texts.contains(where: { $0.contains(folded) }) {
                second.append(option)
            }
        }
        return first + second
    }

    /// The option that a typed text means by its label: the first whose label begins with the text.
    public func labelledMatch(of text: String) -> ChoiceOption? {
        let folded = [ChoiceOption].folded(text)
        guard rules.isAmongOptions, !folded.isEmpty, options.meant(by: text) == nil else { return nil }
        return options.first { $0.label.map { [ChoiceOption].folded($0).hasPrefix(folded) } == true }
    }

    /// The label of a value; `nil` if it has none.
    public func label(of value: String) -> String? {
        guard rules.isAmongOptions else { return nil }
        return options.first { $0.text == value }?.label
    }

    /// A typed text with its last choice replaced by an option.
    public func text(_ text: String, taking option: ChoiceOption) -> String {
        guard type.holdsSeveral, let last = text.lastIndex(of: Choices.separator) else { return option.text }
        return text[...last] + " " + option.text
    }

    /// The typed part of the last choice in a text, and the options that are not in the text yet.
    private func offered(for text: String) -> (begun: String, options: [ChoiceOption]) {
        let parts =
            type.holdsSeveral ? text.split(separator: Choices.separator, omittingEmptySubsequences: false) : [text[...]]
        let others = Set(parts.dropLast().map { FindEntry.trim($0) })
        return (
            String((parts.last ?? "").drop(while: \.isWhitespace)), options.filter { !others.contains($0.text) }
        )
    }

    /// The texts of the choices in a value.
    public func choices(in value: CellValue) -> [String] {
        Choice(value).map { [$0.text] } ?? Choices(value)?.texts ?? []
    }

    /// The choices in a value that are among the options, by their texts.
    public func offered(in value: CellValue) -> [String] {
        type.hasOptions ? choices(in: value) : value.plainText.map { [$0] } ?? []
    }

    /// The choices in a value that are not among the field's options.
    func unknownChoices(in value: CellValue) -> CellValue {
        let known = Set(options.map(\.text))
        return Choices(choices(in: value).filter { !known.contains($0) })?.cellValue ?? value
    }

    /// A cell with a choice added or, if it already has it, removed; with a single choice, the cell with that one.
    public func cell(_ value: CellValue, toggling choice: String) -> CellValue {
        guard type.hasOptions else {
            return offered(in: value) == [choice] ? .empty : CellValue(plain: choice, of: type)
        }
        let texts = choices(in: value)
        if type.holdsSeveral {
            return Choices(texts.contains(choice) ? texts.filter { $0 != choice } : texts + [choice])?.cellValue
                ?? .empty
        }
        return texts == [choice] ? .empty : Choice(choice)?.cellValue ?? .empty
    }
}
