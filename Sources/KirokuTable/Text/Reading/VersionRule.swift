/// Distinguishes versions, clauses and identifiers from numbers in the same form.
///
/// As numbers, "1.1" and "1.10" would be the same value, and the text of "2e31" would change.
enum VersionRule {
    /// The greatest part of a version that needs no other evidence.
    private static let greatestPart = 30

    /// Whether numbers, some of whose decimals end in a zero while others have fewer, are versions: "1.10" occurs
    /// beside "1.9" or "1.1", or both parts of all of them are small ("3.8", "3.10").
    ///
    /// - Parameters:
    ///   - pieces: all pieces of the field.
    ///   - most: the largest number of decimals.
    static func areVersions(_ pieces: [GuessedPiece], mostDecimals most: Int) -> Bool {
        var lasts: Set<[Int]> = []
        var nexts: Set<[Int]> = []
        var short: Set<Int> = []
        var long: Set<Int> = []
        var areSmall = most <= 2
        for floats in pieces.lazy.compactMap({ $0.values as? GuessedFloats }) {
            floats.eachNumber { number, decimals in
                guard let decimals, decimals <= 3, number >= 0 else {
                    areSmall = false
                    return
                }
                let scale = Int(PowersOfTen.integers[decimals])
                let digits = (number * Double(scale)).rounded()
                guard digits < 1e15 else {
                    areSmall = false
                    return
                }
                let (whole, part) = Int(digits).quotientAndRemainder(dividingBy: scale)
                let startsWithZero = decimals > 1 && part * 10 < scale
                areSmall = areSmall && whole <= greatestPart && part <= greatestPart && !startsWithZero
                guard decimals > 0 else { return }
                if part == scale - 1 { lasts.insert([whole, decimals + 1]) }
                if part * 10 == scale { nexts.insert([whole, decimals]) }
                if decimals == 1 { short.insert(Int(digits)) }
                if decimals == 2, part % 10 == 0 { long.insert(Int(digits) / 10) }
            }
        }
        return areSmall || !lasts.isDisjoint(with: nexts) || most <= 2 && !short.isDisjoint(with: long)
    }

    /// Whether texts such as "2e31" are identifiers rather than powers of ten: nothing else has a point or a sign, and
    /// the digits before the letter are several, or the whole numbers beside them have as many characters.
    static func areIdentifiers(_ pieces: [GuessedPiece]) -> Bool {
        var (hasFraction, hasSeveralDigits) = (false, false)
        var lengths: Set<Int> = []
        var bareLengths: Set<Int> = []
        for floats in pieces.lazy.compactMap({ $0.values as? GuessedFloats }) {
            let areBare = floats.allOddTexts { text in
                guard let letter = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }), letter > 0,
                    text.indices.allSatisfy({ $0 == letter || ASCII.digit(text[$0]) <= 9 })
                else { return false }
                bareLengths.insert(text.count)
                hasSeveralDigits = hasSeveralDigits || letter > 1
                return true
            }
            guard areBare else { return false }
        }
        guard !bareLengths.isEmpty else { return false }
        for piece in pieces {
            switch piece.values {
            case let ints as GuessedInts:
                for case let number? in ints.column { lengths.insert(String(number).utf8.count) }
            case let floats as GuessedFloats:
                floats.eachNumber { number, decimals in
                    guard let decimals else { return }
                    if decimals > 0 { hasFraction = true }
                    if lengths.count < 20 { lengths.insert(String(Int(number)).utf8.count) }
                }
            default: break
            }
        }
        return !hasFraction && (hasSeveralDigits || !lengths.isEmpty && lengths.isSubset(of: bareLengths))
    }

    /// Words in the name of a field that holds durations, scores or ratios, which look like times of the day ("03:45").
    private static let spans: Set<String> = [
        "duration", "durations", "length", "elapsed", "runtime", "score", "scores", "result", "results", "ratio",
        "ratios",
        "aspect", "lap", "laps", "pace", "split", "splits", "dauer", "länge", "laufzeit", "ergebnis", "durée", "duree",
        "duración", "durata", "duração", "長さ", "再生時間", "所要時間", "比率", "縦横比", "得点", "スコア", "時間数",
    ]

    /// Whether a field of this name holds spans of time, scores or ratios rather than times of the day.
    static func namesSpans(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter && $0 != "ー" }
        return words.contains { spans.contains(String($0)) }
    }
}
