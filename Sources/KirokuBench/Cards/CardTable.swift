import KirokuCore

/// The table for all measurements: cards of people, identical for the same seed.
///
/// | Field | Type | Cells |
/// |---|---|---|
/// | Number | Int | a shuffle of 1 … rows, so `Number < 500` always finds 499 records |
/// | Rate | Float | mostly two decimals, some with all digits, few very small or very large |
/// | SpMember | Bool | one in four is true |
/// | Name | String | about 12 characters, 70 % Latin and 30 % Japanese, many twice |
/// | Place | String | 48 different ones |
///
/// A dirty table has tabs, line ends and quotes in one String cell out of twenty, quoted as by spreadsheets. The other
/// cells are the same as in a clean table.
struct CardTable {
    static let usualSeed = 20_240_517
    static let header = "Number\tRate\tSpMember\tName\tPlace\n"

    private static let dirt = ["\t", "\n", "\"", " \"so called\"\t", "\nsecond line", "\t\n\"\""]

    private let numbers: [Int]
    private let isDirty: Bool
    private var random: PythonRandom
    /// A separate stream, so that the clean cells stay the same.
    private var dirtRandom: PythonRandom

    /// - Parameter rows: the number of records, up to 2³² − 2.
    init(rows: Int, isDirty: Bool = false, seed: Int = usualSeed) {
        self.isDirty = isDirty
        random = PythonRandom(seed: seed)
        dirtRandom = PythonRandom(seed: seed + 1)
        var numbers = rows > 0 ? Array(1...rows) : []
        random.shuffle(&numbers)
        self.numbers = numbers
    }

    /// Calls `write` with the header and then with each line; all have their line ends.
    func forEachLine(_ write: (String) throws -> Void) rethrows {
        var table = self
        try write(Self.header)
        for number in numbers { try write(table.nextLine(number)) }
    }

    private mutating func nextLine(_ number: Int) -> String {
        let bits = Int(random.word())
        let share = random.unit()
        let member = bits >> 5 & 3 == 0
        var name = Self.name(bits)
        var place = CardWords.places[Int(share * 48e3) % 48]
        if isDirty, dirtRandom.unit() < 0.1 { soil(&name, &place) }
        let rate = CellValue.float(Self.rate(bits, share)).plainText ?? ""
        return "\(number)\t\(rate)\t\(member)\t\(name)\t\(place)\n"
    }

    private static func rate(_ bits: Int, _ share: Double) -> Double {
        switch bits & 15 {
        case 0..<13: roundedToCents(share * 1_000 - 200)
        case 13, 14: share * 1_000 - 200
        default: share * (bits & 16 != 0 ? 1e-9 : 1e17)
        }
    }

    private static func name(_ bits: Int) -> String {
        if bits >> 7 & 1_023 < 717 {
            let initial = ["A", "B", "C", "D", "E", "F", "G", "H"][bits >> 27 & 7]
            return "\(CardWords.given[bits >> 17 & 31]) \(initial) \(CardWords.family[bits >> 22 & 31])"
        }
        let family = CardWords.kanjiFamily[(bits >> 17) % 24]
        let given = CardWords.kanjiGiven[(bits >> 21) % 24]
        return "\(family) \(given) \(CardWords.kana[(bits >> 25) % 12])"
    }

    private mutating func soil(_ name: inout String, _ place: inout String) {
        let position = dirtRandom.below(4)
        let text = dirtRandom.choice(Self.dirt)
        if dirtRandom.unit() < 0.5 {
            name = Self.quoted(name, with: text, at: position)
        } else {
            place = Self.quoted(place, with: text, at: position)
        }
    }

    /// The text with `dirt` inserted, as a cell in quotes.
    private static func quoted(_ text: String, with dirt: String, at position: Int) -> String {
        let scalars = text.unicodeScalars
        let soiled = String(scalars.prefix(position)) + dirt + String(scalars.dropFirst(position))
        return "\"" + soiled.replacing("\"", with: "\"\"") + "\""
    }
}

/// Rounds a number to two decimals, exactly, with ties to even, like Python's `round(number, 2)`.
///
/// - Precondition: the magnitude is less than 2⁵².
func roundedToCents(_ number: Double) -> Double {
    let zero = Double(signOf: number, magnitudeOf: 0)
    guard number.isNormal else { return zero }
    let shift = 52 - Int(number.exponent)
    guard shift < 64 else { return zero }
    // A hundred times the number is exactly `scaled / 2^shift`.
    let scaled = (number.significandBitPattern | 1 << 52) * 100
    let half: UInt64 = 1 << (shift - 1)
    let rest = scaled & (half << 1 - 1)
    var cents = scaled >> shift
    if rest > half || rest == half && cents & 1 == 1 { cents += 1 }
    return Double(signOf: number, magnitudeOf: Double(cents) / 100)
}
