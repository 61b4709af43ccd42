import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Plain text of numbers")
struct PlainTextTests {
    @Test(
        "The shortest form that reads back",
        arguments: [
            (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (9_439_213_007_180_914, "9439213007180914.0"),
            (-9_880_045_116_574_110, "-9880045116574110.0"), (1e16, "1e+16"), (1e-10, "1e-10"), (1e22, "1e+22"),
        ])
    func shortest(number: Double, text: String) {
        #expect(number.plainText == text)
    }

    @Test("It reads back to the same number", arguments: 0..<5 as Range<UInt64>)
    func readsBack(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let any = Double(bitPattern: generator.next())
            let whole = Double.random(in: 0x1p53..<1e16, using: &generator)
            for number in [any, whole] where number.isFinite {
                #expect(Double(number.plainText)?.bitPattern == number.bitPattern)
            }
        }
    }
}
