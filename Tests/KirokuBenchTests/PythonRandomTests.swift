import Testing

@testable import KirokuBench

/// The expected numbers are what CPython's `random.Random(seed)` gives.
@Suite("Python's random numbers")
struct PythonRandomTests {
    @Test(
        "A seed gives Python's numbers",
        arguments: [
            (0, [3_626_764_237, 1_654_615_998, 3_255_389_356], 0.890243920837131, 0, 16),
            (20_240_517, [694_262_566, 361_697_747, 487_387_971], 0.08450560347906289, 4, 36),
            (1_099_511_627_781, [2_166_296_868, 2_220_160_828, 1_153_647_273], 0.6637982795073579, 0, 33),
        ] as [(Int, [UInt32], Double, Int, Int)])
    func numbers(seed: Int, words: [UInt32], unit: Double, digit: Int, choice: Int) {
        var random = PythonRandom(seed: seed)
        #expect((0..<3).map { _ in random.word() } == words)
        #expect(random.unit() == unit)
        #expect(random.below(10) == digit)
        #expect(random.choice(Array(0..<48)) == choice)
    }

    @Test("A list is shuffled as Python does it")
    func shuffle() {
        var random = PythonRandom(seed: 20_240_517)
        _ = (random.word(), random.word(), random.word(), random.unit(), random.below(10), random.below(48))
        var list = Array(0..<10)
        random.shuffle(&list)
        #expect(list == [4, 8, 5, 1, 2, 0, 9, 7, 3, 6])
    }

    @Test(
        "A number is rounded to two decimals as Python does it",
        arguments: [
            (2.675, 2.67), (0.125, 0.12), (0.375, 0.38), (-0.125, -0.12), (-0.004, -0.0), (1e-300, 0), (0, 0),
            (799.995, 800), (-199.995, -200), (0.005, 0.01), (1.005, 1), (0.0049999, 0),
        ])
    func rounding(number: Double, rounded: Double) {
        #expect(roundedToCents(number) == rounded)
        #expect(roundedToCents(number).sign == rounded.sign)
    }
}
