/// A rule that a cell breaks.
public enum BrokenRule: Sendable, Hashable {
    /// Every record should have a value.
    case required
    /// The value is less than this one.
    case belowLeast(CellValue)
    /// The value is greater than this one.
    case aboveGreatest(CellValue)
    /// The text has fewer characters.
    case tooShort(least: Int)
    /// The text has more characters.
    case tooLong(greatest: Int)
    /// This regular expression does not match the whole text.
    case unlikePattern(String)
    /// This regular expression takes too long for the text.
    case patternTakesTooLong(String)
    /// A text that is not among the field's choices.
    case notAmongChoices
    /// More choices than ``Choices/limit``.
    case tooManyChoices
    /// Other records have the same value; with the indexes of the first ones, and their number.
    case repeated(first: [Int], count: Int)

    /// The largest number of other records named in a message.
    public static let namedRecords = 5

    /// The message for the user.
    ///
    /// - Parameters:
    ///   - value: the value of the cell.
    ///   - format: how numbers of the field are shown.
    public func message(for value: CellValue, in format: NumberFormat = .asTyped) -> String {
        let text = ShownText.short(value.shownText(in: format) ?? "")
        switch self {
        case .required: return localized("A value is required here.")
        case .belowLeast(let bound):
            return localized(
                "“{text}” is below the minimum, {bound}.",
                ["text": text, "bound": bound.shownText(in: format) ?? ""])
        case .aboveGreatest(let bound):
            return localized(
                "“{text}” is above the maximum, {bound}.",
                ["text": text, "bound": bound.shownText(in: format) ?? ""])
        case .tooShort(let least):
            return localized(
                "“{text}” has fewer than {number} characters.", ["text": text, "number": localizedNumber(least)])
        case .tooLong(let greatest):
            return localized(
                "“{text}” has more than {number} characters.", ["text": text, "number": localizedNumber(greatest)])
        case .unlikePattern(let pattern):
            return localized(
                "“{text}” does not match the field’s pattern, {pattern}.",
                ["text": text, "pattern": ShownText.short(pattern)])
        case .patternTakesTooLong(let pattern):
            return localized(
                "The field’s pattern, {pattern}, takes too long for “{text}”.",
                ["text": text, "pattern": ShownText.short(pattern)])
        case .notAmongChoices: return localized("“{text}” is not among the choices.", ["text": text])
        case .tooManyChoices:
            return localized("There are more than {number} choices.", ["number": localizedNumber(Choices.limit)])
        case .repeated(let first, let count):
            var numbers = first.map { localizedNumber($0 + 1) }.joined(separator: ", ")
            if count > first.count { numbers += " …" }
            return localized(
                "{count} other record has this value: {numbers}.", "{count} other records have this value: {numbers}.",
                count: count, ["numbers": numbers])
        }
    }
}
