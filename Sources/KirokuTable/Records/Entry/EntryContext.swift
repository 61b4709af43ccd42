/// The context that the meaning of a typed text depends on.
struct EntryContext: Sendable, Hashable {
    /// The decimal sign of numbers, in addition to the point.
    let decimalSign: SeparatedText.Style.DecimalSign
    /// The order of the parts of a date; `nil` if unknown.
    let dateOrder: DateOrder?
    /// The moment at which a person types the text, from which `today` and `+3` count; `nil` if no one types it, as in
    /// files and when pasting.
    let now: LocalTime?
    /// The choices of the field.
    let options: [ChoiceOption]
    /// Whether a number without a percent sign is a percentage as well, as in a field that is shown in percent.
    let isPercent: Bool

    init(
        decimalSign: SeparatedText.Style.DecimalSign = .point, dateOrder: DateOrder? = nil, now: LocalTime? = nil,
        options: [ChoiceOption] = [], isPercent: Bool = false
    ) {
        self.decimalSign = decimalSign
        self.dateOrder = dateOrder
        self.now = now
        self.options = options
        self.isPercent = isPercent
    }
}
