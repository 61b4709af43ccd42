import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Decimal numbers as the user writes them")
struct LocalizedDecimalTests {
    @Test(
        "The shortest form that says all",
        arguments: [
            (0.0, "0"), (3, "3"), (-3, "-3"), (0.1, "0.1"), (1_234.5, "1,234.5"), (-1_234_567.25, "-1,234,567.25"),
            (1e30, "1e30"), (1e-9, "1e-9"), (0x1p53, "9,007,199,254,740,992"),
        ] as [(Double, String)])
    func shortest(number: Double, text: String) {
        #expect(localizedNumber(number) == text)
    }

    @Test(
        "So many digits after the point",
        arguments: [
            (1_234.567, 2, "1,234.57"), (0.05, 0, "0"), (-0.01, 1, "0.0"), (2, 3, "2.000"),
            (1e15, 0, "1,000,000,000,000,000"),
        ] as [(Double, Int, String)])
    func fixed(number: Double, decimals: Int, text: String) {
        #expect(localizedNumber(number, decimals: decimals) == text)
    }

    @Test(
        "So many digits that count",
        arguments: [
            (10.0 / 3, 6, "3.33333"), (1_234_567, 3, "1,234,567"), (0.000_012_345_6, 3, "0.0000123"), (2, 6, "2"),
            (0, 6, "0"), (1.23456e20, 3, "1.23e20"), (-1e-9, 6, "-1e-9"), (99.999_999_9, 6, "100"),
            (9_007_199_254_740_994, 6, "9,007,199,254,740,994"),
        ] as [(Double, Int, String)])
    func significant(number: Double, digits: Int, text: String) {
        #expect(localizedNumber(number, significant: digits) == text)
    }

    @Test(
        "A mean of whole numbers: the whole part in full, and decimals as far as six digits count",
        arguments: [
            (10, 3, "3.33333"), (-10, 3, "-3.33333"), (20, 3, "6.66667"), (6, 3, "2"), (0, 5, "0"), (1, 3, "0.333333"),
            (-1, 8, "-0.125"), (1, 3_000_000, "3.33333e-7"), (59_999_999, 60_000, "1,000"),
            (20_001, 20_000, "1.00005"), (3_703_701, 30, "123,456.7"),
            (2 * Int128(Int.max) - 1, 2, "9,223,372,036,854,775,806.5"),
            (2 * Int128(Int.min) + 1, 2, "-9,223,372,036,854,775,807.5"),
            (Int128(Int.max) << 40, 1 << 40, "9,223,372,036,854,775,807"),
        ] as [(Int128, Int, String)])
    func quotient(dividend: Int128, divisor: Int, text: String) {
        #expect(localizedNumber(Quotient(dividend: dividend, divisor: divisor)) == text)
    }
}
