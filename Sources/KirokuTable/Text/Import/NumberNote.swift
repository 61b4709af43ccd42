/// How the numbers of a field were understood, where their writer may have meant something else.
public struct NumberNote: Sendable, Hashable {
    /// What the note is about.
    public enum Kind: Sendable, Hashable {
        /// All numbers are ambiguous, such as 1,234; they were read with this decimal sign.
        case unclear(SeparatedText.Style.DecimalSign)
        /// This many of all numbers are not in the form of the others, and need fixing.
        case others(count: Int, of: Int)
    }

    /// What the note is about.
    public let kind: Kind
    /// The field that they are in.
    public let field: String
    /// The first such numbers, as in the text; at most three different ones.
    public let samples: [String]

    /// The first numbers with an ambiguous sign.
    static func samples(_ texts: some Sequence<String>) -> [String] {
        different(texts.lazy.filter { $0.contains { $0 == "," || $0 == "." } })
    }

    /// The first three different texts.
    package static func different(_ texts: some Sequence<String>) -> [String] {
        var samples: [String] = []
        for text in texts.lazy.map({ ShownText.short($0) }) where !samples.contains(text) {
            samples.append(text)
            if samples.count == 3 { break }
        }
        return samples
    }

    /// The note, for the user.
    public var message: String {
        let values = ["field": ShownText.short(field), "samples": samples.joined(separator: "; ")]
        switch kind {
        case .unclear(.point):
            return localized(
                "In “{field}”, the decimal sign is unclear: {samples}. The numbers were read like 1,234.50.", values)
        case .unclear(.comma):
            return localized(
                "In “{field}”, the decimal sign is unclear: {samples}. The numbers were read like 1.234,50.", values)
        case .others(let count, let all):
            return localized(
                "In “{field}”, 1 of {all} numbers is written differently and is kept as text to fix: {samples}.",
                "In “{field}”, {count} of {all} numbers are written differently and are kept as text to fix: {samples}.",
                count: count, values.merging(["all": localizedNumber(all)]) { $1 })
        }
    }
}

/// The decimal sign of a text, as shown by its fields and its separator.
struct DecimalSignVotes {
    private var points = 0
    private var commas = 0

    /// Adds the evidence of a column: numbers in the plain form, or texts.
    mutating func add(_ column: Column, _ forms: NumberForms?) {
        if Double.values(of: column) != nil || DecimalNumber.values(of: column) != nil {
            points += 1
        } else {
            add(forms)
        }
    }

    /// Adds the evidence of texts.
    mutating func add(_ forms: NumberForms?) {
        if forms?.clearSign == .point { points += 1 }
        if forms?.clearSign == .comma { commas += 1 }
    }

    /// The sign that fields show, if none shows the other one.
    var clearSign: SeparatedText.Style.DecimalSign? {
        points == 0 && commas > 0 ? .comma : commas == 0 && points > 0 ? .point : nil
    }

    /// The sign of ambiguous numbers: the one set by the user, or that of other fields, or else the one that the
    /// separator or the region suggests.
    func sign(
        _ named: SeparatedText.Style.DecimalSign?, _ separator: SeparatedText.Separator?
    ) -> FoundDecimalSign {
        if let known = named ?? clearSign { return FoundDecimalSign(sign: known, isKnown: true) }
        if points != commas { return FoundDecimalSign(sign: commas > points ? .comma : .point, isKnown: false) }
        let suggested: SeparatedText.Style.DecimalSign? =
            separator == .semicolon ? .comma : separator == .comma ? .point : nil
        return FoundDecimalSign(sign: suggested ?? usualDecimalSign(), isKnown: false)
    }
}

/// The decimal sign of ambiguous numbers.
struct FoundDecimalSign: Sendable, Hashable {
    let sign: SeparatedText.Style.DecimalSign
    /// Whether the user or other numbers of the text determine it; otherwise it is only likely.
    let isKnown: Bool

    /// Whether also numbers in the plain form, such as 1.234, have a decimal comma if they can.
    var isKnownComma: Bool { isKnown && sign == .comma }

    /// The sign of the user's region.
    static var ofRegion: FoundDecimalSign { FoundDecimalSign(sign: usualDecimalSign(), isKnown: false) }
}
