import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Decimal numbers")
struct DecimalNumberTests {
    static let nines = String(repeating: "9", count: 38)

    static func plain(_ text: String) -> DecimalNumber? {
        var text = text
        return text.withUTF8 { DecimalNumber(plain: $0) }
    }

    @Test(
        "The plain form is written back letter by letter",
        arguments: [
            "0", "0.0", "0.00", "7", "-7", "12.50", "-0.05", "9223372036854775808", "18446744073709551616",
            "18446744073709551615", "1000000000000000000", "9999999999999999999", "10000000000000000000", nines,
            "-" + nines, "0." + nines, "-0." + String(repeating: "0", count: 37) + "1",
            "1234567890123456789.0123456789012345678", "0." + String(repeating: "0", count: 38),
        ])
    func plainForm(text: String) throws {
        let number = try #require(Self.plain(text))
        #expect(number.text == text)
        #expect(DecimalNumber(text) == number)
        #expect(try JSONDecoder().decode(DecimalNumber.self, from: JSONEncoder().encode(number)) == number)
        #expect(DecimalNumber(coefficient: number.coefficient, places: number.places) == number)
    }

    @Test(
        "Other texts are not in the plain form",
        arguments: [
            "", "-", ".", "5.", ".5", "+5", "05", "007", "00.5", "-0", "-0.00", "1e5", "1.2.3", "1,5", " 1", "1 ", "１",
            "1" + nines, "0.0" + nines, "0" + nines, nines + ".0", "abc", "--1", "NaN", "inf",
            String(repeating: "1", count: 10_000),
        ])
    func otherTexts(text: String) {
        #expect(Self.plain(text) == nil)
    }

    @Test(
        "Typed, and why not",
        arguments: [
            ("0.1", "0.1"), ("12.50", "12.50"), ("  -3 ", "-3"), ("+3", "3"), (".5", "0.5"), ("5.", "5"), ("007", "7"),
            ("-0", "0"), ("１２．５", "12.5"), ("−4", "-4"), ("1e5", "100000"), ("1.5E-3", "0.0015"), ("1.50e1", "15.0"),
            ("1e37", "1" + String(repeating: "0", count: 37)),
            ("1e-38", "0." + String(repeating: "0", count: 37) + "1"),
            ("1.000e-38", "0." + String(repeating: "0", count: 37) + "1"), ("0e99999999999999999999", "0"),
            ("0e-5", "0.00000"), (nines, nines), ("0" + nines, nines),
        ])
    func typed(text: String, expected: String) {
        let reader = EntryReader(type: .decimal, decimalSign: .point)
        #expect(reader.read(text) == Self.plain(expected).map(CellValue.decimal))
        #expect(reader.reason(text) == nil)
    }

    @Test(
        "What does not fit stays as it was typed, with its reason",
        arguments: [
            ("abc", UnfitReason.notANumber), ("1.2.3", .notANumber), ("1 234", .notANumber), ("e5", .notANumber),
            ("1e", .notANumber), ("0x10", .notANumber), ("NaN", .notANumber), ("1" + nines, .tooManyDigits),
            (nines + ".5", .tooManyDigits), ("1e38", .tooManyDigits), ("1e-39", .tooManyDigits),
            ("1e99999999999999999999", .tooManyDigits), ("1e-99999999999999999999", .tooManyDigits),
            (String(repeating: "7", count: 10_000), .tooManyDigits),
            ("0." + String(repeating: "0", count: 39), .tooManyDigits),
        ])
    func typedInVain(text: String, reason: UnfitReason) {
        let reader = EntryReader(type: .decimal, decimalSign: .point)
        #expect(reader.read(text) == .unfit(text))
        #expect(reader.reason(text) == reason)
        #expect(
            reason.message(for: "5")
                == (reason == .notANumber ? "“5” is not a number." : "“5” has more than 38 digits."))
    }

    @Test("A decimal comma is read where that is the sign, and leading zeros where digits are kept make it unfit")
    func signs() {
        let comma = EntryReader(type: .decimal, decimalSign: .comma)
        #expect(comma.read("12,50") == .decimal(Self.plain("12.50") ?? .zero))
        #expect(EntryReader(type: .decimal, decimalSign: .point).read("12,50") == .unfit("12,50"))
        let keeping = EntryReader(type: .decimal, decimalSign: .point, keepsDigits: true)
        #expect(keeping.read("007") == .unfit("007"))
        #expect(keeping.reason("007") == .wouldLoseDigits)
        #expect(keeping.read(Self.nines) == .decimal(Self.plain(Self.nines) ?? .zero))
        let file = FittingReader(type: .decimal, style: .init(decimalSign: .comma))
        #expect(file.read("12.5") == .unfit("12.5") && file.read("12,5") == .decimal(Self.plain("12.5") ?? .zero))
    }

    @Test("Compared as on paper, and apart where their zeros differ", arguments: UInt64(0)..<20)
    func compared(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers = (0..<40).map { _ in random.decimal() }
        for one in numbers {
            #expect(Self.plain(one.text) == one)
            for other in numbers {
                let (left, right) = (SchoolDecimal(one), SchoolDecimal(other))
                #expect(one.isLess(than: other) == (left < right))
                #expect(one.isEqual(to: other) == (left == right))
                #expect((one == other) == (one.text == other.text))
                #expect(one != other || one.hashValue == other.hashValue)
            }
        }
    }

    @Test(
        "Rounded for showing, halves away from zero, and nothing else",
        arguments: [
            ("1.005", 2, "1.01"), ("-1.005", 2, "-1.01"), ("1.00499999999999999999999999999999", 2, "1.00"),
            ("12.5", 2, "12.50"), ("7", 0, "7"), ("7", 2, "7.00"), ("0.5", 0, "1"), ("-0.5", 0, "-1"), ("-0.4", 0, "0"),
            ("-0.004", 2, "0.00"), (nines, 2, nines + ".00"), ("0." + nines, 2, "1.00"), ("99.995", 2, "100.00"),
        ])
    func shown(text: String, places: Int, expected: String) throws {
        let number = try #require(Self.plain(text))
        #expect(number.text(places: places) == expected)
        #expect(WideDecimal(number).rounded(to: places).text == expected)
        #expect(NumberFormat(places: places).text(number) == expected)
        #expect(NumberFormat.asTyped.text(number) == text)
    }

    @Test("With thousands and a unit")
    func format() throws {
        let format = NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)
        #expect(format.text(try #require(Self.plain("-1234567890123456789012.345"))).hasPrefix("-$1"))
        #expect(
            format.sheetCode(for: .decimal)
                == NumberFormat(
                    places: 2, groupsThousands: true, unit: "$", unitPlace: .before
                ).sheetCode(for: .float))
    }

    @Test("A cell takes no more room in memory than a text")
    func size() {
        #expect(MemoryLayout<CellValue>.stride <= 24)
    }

    @Test(
        "Converted without loss, or kept as text",
        arguments: [
            (.int(5), .decimal, "5"), (.int(.min), .decimal, "-9223372036854775808"), (.float(0.1), .decimal, "0.1"),
            (.float(1e-7), .decimal, "0.0000001"), (.float(100), .decimal, "100"), (.float(-0.0), .decimal, "0"),
            (.float(1e300), .decimal, nil), (.bool(true), .decimal, "1"), (.string("12.50"), .decimal, "12.50"),
            (.string("007"), .decimal, nil), (.string("abc"), .decimal, nil), (.unfit("12.50"), .decimal, "12.50"),
        ] as [(CellValue, FieldType, String?)])
    func converted(value: CellValue, type: FieldType, expected: String?) {
        let cell = expected.flatMap(Self.plain).map(CellValue.decimal)
        #expect(value.converted(to: type) == cell ?? .unfit(value.plainText ?? ""))
    }

    @Test(
        "Converted to other types without loss, or kept as text",
        arguments: [
            ("5", .int(5)), ("5.00", .int(5)), ("5.5", .unfit("5.5")),
            ("9223372036854775808", .unfit("9223372036854775808")),
            ("12.50", .float(12.5)), ("0.1", .float(0.1)), ("100000000000000000000", .float(1e20)),
            ("0.10000000000000001", .unfit("0.10000000000000001")),
            ("9007199254740993", .unfit("9007199254740993")), (nines, .unfit(nines)), ("1", .bool(true)),
            ("1.0", .bool(true)), ("0.00", .bool(false)), ("2", .unfit("2")), ("12.50", .string("12.50")),
        ] as [(String, CellValue)], [FieldType.int, .float, .bool, .string])
    func convertedBack(pair: (String, CellValue), type: FieldType) throws {
        let number = try #require(Self.plain(pair.0))
        let cell = CellValue.decimal(number).converted(to: type)
        if pair.1.type == type { #expect(cell == pair.1) }
        if type == .string { #expect(cell == .string(pair.0)) }
        if let text = pair.1.unfitText, type != .string, cell.isUnfit { #expect(cell == .unfit(text)) }
        // Whatever it became, it is the same number still.
        if let again = DecimalNumber(cell.converted(to: .decimal)) { #expect(again.isEqual(to: number)) }
    }

    @Test("What a Float cannot hold stays text", arguments: ["0.10000000000000001", "9007199254740993", nines])
    func notAFloat(text: String) throws {
        let number = try #require(Self.plain(text))
        #expect(CellValue.decimal(number).converted(to: .float) == .unfit(text))
    }
}
