import Testing

@testable import KirokuPresentation

@Suite("Axis scale")
struct AxisScaleTests {
    @Test(
        "An axis ends at ticks that are easy to read",
        arguments: [
            ([3.0, 7, 9.5], 0.0, 10.0, [0.0, 2, 4, 6, 8, 10]), ([0.07, 0.31], 0, 0.4, [0, 0.1, 0.2, 0.3, 0.4]),
            ([-3, 12], -5, 15, [-5, 0, 5, 10, 15]), ([-40, -10], -40, 0, [-40, -30, -20, -10, 0]),
            ([1_000_000], 0, 1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]),
            ([], 0, 1, [0, 1]), ([0, 0], 0, 1, [0, 1]), ([1, 2], 0, 2, [0, 1, 2]),
            ([1, 0.5], 0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ])
    func niceTicks(values: [Double], lower: Double, upper: Double, ticks: [Double]) {
        let scale = AxisScale(including: values, ticks: 6)
        #expect(scale.lower == lower)
        #expect(scale.upper == upper)
        #expect(scale.ticks == ticks)
    }

    @Test("A range that was chosen is kept to the letter")
    func chosenRange() {
        let scale = AxisScale(from: 13, to: 87, ticks: 5)
        #expect(scale?.lower == 13)
        #expect(scale?.upper == 87)
        #expect(scale?.ticks == [20, 40, 60, 80])
    }

    @Test(
        "A range that is none is refused",
        arguments: [(1.0, 1.0), (2, 1), (0, .infinity), (-.infinity, 0), (.nan, 1), (0, .nan)])
    func emptyRange(lower: Double, upper: Double) {
        #expect(AxisScale(from: lower, to: upper, ticks: 5) == nil)
    }

    @Test("Numbers beyond the axis are at its ends")
    func fractions() {
        let scale = AxisScale(including: [-50, 50], ticks: 5)
        #expect(scale.fraction(of: 0) == 0.5)
        #expect(scale.fraction(of: 50) == 1)
        #expect(scale.fraction(of: 5_000) == 1)
        #expect(scale.fraction(of: -5_000) == 0)
    }

    @Test(
        "The greatest and smallest numbers have an axis, too",
        arguments: [
            [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude], [Double.greatestFiniteMagnitude],
            [Double.leastNonzeroMagnitude], [1e-300, 2e-300], [-1e308, 5], [Double(Int.max), Double(Int.min)],
        ])
    func extremes(values: [Double]) {
        for limit in [-1, 0, 2, 5, 100] {
            let scale = AxisScale(including: values, ticks: limit)
            #expect(scale.lower.isFinite && scale.upper.isFinite && scale.lower < scale.upper)
            #expect(scale.ticks.count >= 2)
            #expect(scale.ticks.count <= max(limit, 2) + 2)
            #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0 < $1 })
            for value in values {
                #expect(scale.lower <= value && value <= scale.upper)
                #expect((0...1).contains(scale.fraction(of: value)))
            }
            #expect(scale.ticks.allSatisfy { !scale.text(of: $0).isEmpty })
        }
    }

    @Test("A narrow range far from 0 has ticks at its ends")
    func narrow() {
        let scale = AxisScale(from: 1e16, to: 1e16 + 2, ticks: 5)
        #expect(scale?.ticks == [1e16, 1e16 + 2])
    }

    @Test("Ticks are written with the digits that tell them apart")
    func texts() {
        let tenths = AxisScale(including: [0.3], ticks: 4)
        #expect(tenths.ticks.map(tenths.text(of:)) == ["0.0", "0.1", "0.2", "0.3"])
        let thousands = AxisScale(including: [3_000], ticks: 4)
        #expect(thousands.ticks.map(thousands.text(of:)) == ["0", "1,000", "2,000", "3,000"])
    }
}
