import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("What was typed into a cell")
struct EntryReaderTests {
    @Test(
        "Fits",
        arguments: [
            (.int, "42", .int(42)), (.int, " 42 ", .int(42)), (.int, "+5", .int(5)), (.int, "-5", .int(-5)),
            (.int, "−5", .int(-5)), (.int, "007", .int(7)), (.int, "１２３", .int(123)), (.int, "－５", .int(-5)),
            (.int, "　７　", .int(7)), (.int, "9223372036854775807", .int(.max)),
            (.int, "-9223372036854775808", .int(.min)), (.int, "", .empty), (.int, "  ", .empty),
            (.float, "1.5", .float(1.5)), (.float, "1", .float(1)), (.float, ".5", .float(0.5)),
            (.float, "5.", .float(5)), (.float, "-.5e-3", .float(-0.0005)), (.float, "+1E+2", .float(100)),
            (.float, "１．５", .float(1.5)), (.float, "−2", .float(-2)), (.float, " 3\n", .float(3)),
            (.float, "", .empty), (.float, "1e-999", .float(0)),
            (.bool, "true", .bool(true)), (.bool, "FALSE", .bool(false)), (.bool, " Yes", .bool(true)),
            (.bool, "no", .bool(false)), (.bool, "1", .bool(true)), (.bool, "０", .bool(false)),
            (.bool, "はい", .bool(true)), (.bool, "いいえ", .bool(false)), (.bool, "", .empty),
            (.bool, "y", .bool(true)), (.bool, "N", .bool(false)), (.bool, "t", .bool(true)),
            (.bool, "f", .bool(false)),
            (.bool, "Ｘ", .bool(true)), (.bool, "✓", .bool(true)), (.bool, "○", .bool(true)), (.bool, "×", .bool(false)),
            (.string, "abc", .string("abc")), (.string, " 1 ", .string(" 1 ")), (.string, "", .empty),
            (.string, " ", .string(" ")),
        ] as [(FieldType, String, CellValue)])
    func fits(type: FieldType, text: String, value: CellValue) {
        #expect(EntryReader(type: type).read(text) == value)
        #expect(EntryReader(type: type).reason(text) == nil)
    }

    @Test(
        "Does not fit",
        arguments: [
            (.int, "abc", .notAWholeNumber), (.int, "1.5", .notAWholeNumber), (.int, "1e3", .notAWholeNumber),
            (.int, "0x10", .notAWholeNumber), (.int, "1 000", .notAWholeNumber), (.int, "--1", .notAWholeNumber),
            (.int, "-", .notAWholeNumber), (.int, "1,000", .notAWholeNumber), (.int, "٣", .notAWholeNumber),
            (.int, "99999999999999999999", .tooLargeForWholeNumber),
            (.int, "-9223372036854775809", .tooLargeForWholeNumber),
            (.float, "abc", .notANumber), (.float, "nan", .notANumber), (.float, "inf", .notANumber),
            (.float, "infinity", .notANumber), (.float, "0x1p3", .notANumber), (.float, ".", .notANumber),
            (.float, "e5", .notANumber), (.float, "1e", .notANumber), (.float, "1e+-5", .notANumber),
            (.float, "1.2.3", .notANumber), (.float, "1,5", .notANumber), (.float, "+", .notANumber),
            (.float, "1e999", .tooLargeForNumber), (.float, "-1e999", .tooLargeForNumber),
            (.bool, "maybe", .notTrueOrFalse), (.bool, "2", .notTrueOrFalse), (.bool, "q", .notTrueOrFalse),
        ] as [(FieldType, String, UnfitReason)])
    func doesNotFit(type: FieldType, text: String, reason: UnfitReason) {
        #expect(EntryReader(type: type).read(text) == .unfit(text))
        #expect(EntryReader(type: type).reason(text) == reason)
    }

    @Test("Unfit text is kept letter by letter")
    func kept() {
        #expect(EntryReader(type: .int).read("  ａｂｃ\n") == .unfit("  ａｂｃ\n"))
    }

    @Test(
        "Says why",
        arguments: [
            (.notAWholeNumber, "abc", "“abc” is not a whole number."), (.notANumber, "abc", "“abc” is not a number."),
            (.notTrueOrFalse, "abc", "“abc” is not true or false."),
            (
                .tooLargeForWholeNumber, "99999999999999999999",
                "“99999999999999999999” is too large for a whole number."
            ),
            (.tooLargeForNumber, "1e999", "“1e999” is too large for a number."),
            (.notANumber, "a\nb\tc\r\nd", "“a b c d” is not a number."),
            (.notANumber, "{text}", "“{text}” is not a number."),
        ] as [(UnfitReason, String, String)])
    func messages(reason: UnfitReason, text: String, message: String) {
        #expect(reason.message(for: text) == message)
    }

    @Test("A long text is shortened in its middle")
    func longTexts() {
        let exact = String(repeating: "x", count: 40)
        #expect(ShownText.short(exact) == exact)
        let long = String(repeating: "a", count: 500) + String(repeating: "z", count: 500)
        let short = ShownText.short(long)
        #expect(short == String(repeating: "a", count: 20) + "…" + String(repeating: "z", count: 19))
    }

    @Test(
        "A zero at the end of typed decimals tells how many are wanted",
        arguments: [
            ("12.50", .point, 2), ("12,50", .comma, 2), (" １２．５０ ", .point, 2), ("-3.0", .point, 1),
            ("12.5", .point, nil),
            ("100", .point, nil), ("1.50e3", .point, nil), ("1.0000000000000000", .point, nil), ("abc.0", .point, nil),
        ] as [(String, SeparatedText.Style.DecimalSign, Int?)])
    func typedPlaces(text: String, sign: SeparatedText.Style.DecimalSign, places: Int?) {
        #expect(EntryReader(type: .float, decimalSign: sign).typedPlaces(text) == places)
        #expect(EntryReader(type: .string, decimalSign: sign).typedPlaces(text) == nil)
    }
}
