extension FieldDefinition {
    /// A value as text for lists, which cannot draw stars and check boxes.
    func listedText(of value: CellValue) -> String {
        switch value {
        case .bool(let flag): flag ? localized("true") : localized("false")
        case .rating(let rating) where rating.stars <= ratingScale: rating.signs(of: ratingScale)
        case .rating(let rating): "\(localizedNumber(rating.stars)) ★"
        case .choice(let choice): options.first { $0.text == choice.text }?.caption ?? choice.text
        case .choices(let choices) where choices.texts.count == 1:
            options.first { $0.text == choices.text }?.caption ?? choices.text
        default: value.shownText(in: numberFormat) ?? ""
        }
    }
}
