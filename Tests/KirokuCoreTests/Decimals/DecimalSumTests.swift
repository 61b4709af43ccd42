import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Sums and means of decimal numbers")
struct DecimalSumTests {
    private static func number(_ text: String) -> DecimalNumber { DecimalNumberTests.plain(text) ?? .zero }

    private static func sum(_ texts: [String]) -> WideDecimal {
        var sum = DecimalSum()
        for text in texts { sum.add(number(text)) }
        return sum.total
    }

    private static func mean(_ texts: [String], places: Int? = nil) -> String {
        DecimalQuotient(dividend: sum(texts), divisor: texts.count).rounded(places: places).text
    }

    @Test("A tenth and two tenths are three tenths")
    func tenths() {
        #expect(Self.sum(["0.1", "0.2"]).text == "0.3")
        #expect(Self.sum(["0.10", "0.2"]).text == "0.30")
        #expect(Self.sum(["12.50", "-12.50"]).text == "0.00")
        #expect(Self.sum([]).text == "0")
    }

    @Test("Sums are those on paper, whatever the numbers", arguments: UInt64(0)..<40)
    func sums(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers = (0..<Int.random(in: 1...200, using: &random)).map { _ in random.decimal() }
        var sum = DecimalSum()
        for number in numbers { sum.add(number) }
        let expected = numbers.reduce(SchoolDecimal("0")) { $0 + SchoolDecimal($1) }
        #expect(SchoolDecimal(sum.total.text) == expected)
        #expect(sum.total.places == numbers.map(\.places).max())
        // The mean, times how many there are, is off by no more than half a unit for each.
        for places in [0, 2, 44] {
            let mean = DecimalQuotient(dividend: sum.total, divisor: numbers.count).rounded(places: places)
            #expect(mean.places == places)
            let error = SchoolDecimal(mean.text) * numbers.count + -expected
            let unit = SchoolDecimal(places == 0 ? "1" : "0." + String(repeating: "0", count: places - 1) + "1")
            #expect(error.magnitude * 2 <= unit * numbers.count)
        }
    }

    @Test("Many numbers of 38 digits do not overflow")
    func many() {
        let (great, small) = (Self.number(DecimalNumberTests.nines), Self.number("0." + DecimalNumberTests.nines))
        var (sum, negative) = (DecimalSum(), DecimalSum())
        for _ in 0..<200_000 {
            sum.add(great)
            sum.add(small)
            negative.add(Self.number("-" + DecimalNumberTests.nines))
        }
        // 200,000 × (10³⁸ − 1 + 1 − 10⁻³⁸), reckoned on paper.
        #expect(
            SchoolDecimal(sum.total.text) == SchoolDecimal(great) * 200_000 + SchoolDecimal(small) * 200_000)
        #expect(negative.total.text == "-19999999999999999999999999999999999999800000")
    }

    @Test(
        "A mean is exact where it can be, and otherwise has six decimals more than the numbers",
        arguments: [
            (["1", "2"], "1.5"), (["1.00", "3.00"], "2.00"), (["12.50", "13.25"], "12.875"),
            (["1", "1", "2"], "1.333333"),
            (["2", "2", "1"], "1.666667"), (["-2", "-2", "-1"], "-1.666667"), (["0.1", "0.2"], "0.15"),
            (["5"], "5"), (["0", "0", "0.0000001"], "0.0000000333333"), (["-1", "1"], "0"),
        ])
    func means(texts: [String], expected: String) {
        #expect(Self.mean(texts) == expected)
    }

    @Test("A mean is rounded once, halves away from zero")
    func rounding() {
        #expect(Self.mean(["0.44", "0.45"], places: 2) == "0.45")
        #expect(Self.mean(["0.44", "0.45"], places: 1) == "0.4")
        #expect(Self.mean(["-0.44", "-0.45"], places: 2) == "-0.45")
        #expect(Self.mean(["0", "0", "-1"], places: 0) == "0")
        #expect(Self.mean(["1", "2"], places: 0) == "2")
    }

    @Test("Sums and differences of wide numbers, and their order, are those on paper", arguments: UInt64(0)..<20)
    func wide(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func wide() -> WideDecimal {
            (0..<6).reduce(WideDecimal(0)) { sum, _ in sum + WideDecimal(random.decimal()) }
        }
        for _ in 0..<50 {
            let (one, other) = (wide(), wide())
            let (left, right) = (SchoolDecimal(one.text), SchoolDecimal(other.text))
            #expect(SchoolDecimal((one + other).text) == left + right)
            #expect(one.isLess(than: other) == (left < right))
            #expect(SchoolDecimal(one.trimmed(to: 0).text) == left)
        }
    }

    @Test("A Double is taken as the number that it is, to its last digit")
    func doubles() {
        #expect(
            WideDecimal(exactly: 0.1).trimmed(to: 0).text == "0.1000000000000000055511151231257827021181583404541015625"
        )
        #expect(WideDecimal(exactly: -3).trimmed(to: 0).text == "-3")
        #expect(WideDecimal(exactly: 1e22).text == "10000000000000000000000")
        #expect(WideDecimal(exactly: 0).trimmed(to: 0).text == "0")
        #expect(WideDecimal(exactly: .leastNonzeroMagnitude).trimmed(to: 0).text.hasSuffix("625"))
    }

    @Test("The figures of a field", arguments: UInt64(0)..<20)
    func figures(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var table = RecordTable(schema: try Schema(names: ["Amount"], types: [.decimal]))
        for _ in 0..<200 { try table.addRecord([random.value(for: .decimal)]) }
        let numbers = (0..<table.count).compactMap { DecimalNumber(table[$0, 0]) }
        let paper = numbers.map { SchoolDecimal($0) }.sorted()
        let summary = try await table.summary(of: table.schema[0].id)
        let figures = try #require(summary.figures as? DecimalFigures)
        #expect(SchoolDecimal(figures.min) == paper.first && SchoolDecimal(figures.max) == paper.last)
        #expect(SchoolDecimal(figures.sum.text) == paper.reduce(SchoolDecimal("0"), +))
        let middle = paper[(paper.count - 1) / 2] + paper[paper.count / 2]
        #expect(SchoolDecimal(figures.median.rounded(places: 40).text) * 2 == middle)
        #expect(summary.distinct == zip(paper, paper.dropFirst()).count { $0 != $1 } + 1)
        #expect(figures.histogram.reduce(0) { $0 + $1.count } == numbers.count && figures.histogram.count <= 10)
        for (index, bucket) in figures.histogram.enumerated() {
            let (lower, upper) = (SchoolDecimal(bucket.lower.text), SchoolDecimal(bucket.upper.text))
            let isLast = index == figures.histogram.count - 1
            #expect(bucket.count == paper.count { lower <= $0 && (isLast ? $0 <= upper : $0 < upper) })
        }
    }

    @Test("The summary of a field of prices, in its format")
    func lines() async throws {
        var table = RecordTable(schema: try Schema(names: ["Price"], types: [.decimal]))
        for text in ["0.10", "0.20", "1234.50"] { try table.addRecord([.decimal(Self.number(text))]) }
        let summary = try await table.summary(of: table.schema[0].id)
        #expect(summary.lines().map(\.value).suffix(5) == ["0.10", "1234.50", "411.60", "0.20", "1234.80"])
        let format = NumberFormat(places: 1, unit: " €")
        #expect(
            summary.lines(in: format).map(\.value).suffix(5) == ["0.1 €", "1234.5 €", "411.6 €", "0.2 €", "1234.8 €"])
        let bars = try #require(summary.figures).chart(of: table, field: 0)
        #expect(
            bars
                == .spread([
                    SummaryBar("0 – 200", 2), SummaryBar("200 – 400", 0), SummaryBar("400 – 600", 0),
                    SummaryBar("600 – 800", 0), SummaryBar("800 – 1000", 0), SummaryBar("1000 – 1200", 0),
                    SummaryBar("1200 – 1400", 1),
                ]))
    }

    @Test("Selected decimal numbers are summed up exactly; those of several fields are not added up")
    func selection() async throws {
        var table = RecordTable(schema: try Schema(names: ["A", "B"], types: [.decimal, .int]))
        try table.addRecord([.decimal(Self.number("0.1")), .int(9_007_199_254_740_993)])
        try table.addRecord([.decimal(Self.number("0.2")), .int(-1)])
        func text(_ fields: Range<Int>) async throws -> String {
            try await table.selectionSummary(of: 0..<2, in: nil, fields: fields).text
        }
        #expect(try await text(0..<1) == "2 cells · Sum 0.3 · Mean 0.15 · Min 0.1 · Max 0.2")
        #expect(try await text(0..<2) == "4 cells")
    }
}
