/// Why a field cannot have some rules.
public enum RuleMistake: Error, Sendable, Hashable {
    /// A bound that is not a value of the field's type.
    case boundIsNoValue(String)
    /// The range ends before it begins.
    case emptyRange
    /// The shortest text would be longer than the longest.
    case emptyLengths
    /// An invalid regular expression, and what is wrong with it.
    case invalidPattern(PatternError)

    /// The message for the user.
    public var message: String {
        switch self {
        case .boundIsNoValue(let text):
            localized("“{text}” is not a value of the field.", ["text": ShownText.short(text)])
        case .emptyRange: localized("The minimum is greater than the maximum.")
        case .emptyLengths: localized("The minimum length is greater than the maximum length.")
        case .invalidPattern(let error): error.mistake.message
        }
    }
}

extension FieldRules {
    /// Why a field of a type cannot have these rules; `nil` if it can.
    public func mistake(for type: FieldType) -> RuleMistake? {
        for case .value(let value)? in [least, greatest] where value.type != type {
            return .boundIsNoValue(value.plainText ?? "")
        }
        if let least = least?.value(for: type), let greatest = greatest?.value(for: type),
            let test = (try? type.kind.test(.less, .value(least))) ?? nil,
            CellTest.passes(greatest, test.matching, of: type)
        {
            return .emptyRange
        }
        if let shortest, let longest, longest < shortest { return .emptyLengths }
        guard let pattern else { return nil }
        do throws(PatternError) {
            _ = try Pattern(pattern, ignoringCase: false)
            return nil
        } catch {
            return .invalidPattern(error)
        }
    }
}

extension CellTest {
    /// Whether a single value passes a test.
    fileprivate static func passes(_ value: CellValue, _ test: Matching, of type: FieldType) -> Bool {
        var column = Column(type: type)
        column.append(value)
        var words: [UInt64] = [1]
        test(column, MatchBudget(nil))?(&words, 0)
        return words == [1]
    }
}
