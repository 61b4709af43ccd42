import CoreTestSupport
import KirokuCore
import Testing

@testable import KirokuPictures

@Suite("Sizes of pictures")
struct PixelSizeTests {
    @Test(
        "The smallest size that covers, never enlarged",
        arguments: [
            ((4_000, 3_000), (1_000, 1_000), (1_333, 1_000)),
            ((3_000, 4_000), (1_000, 1_000), (1_000, 1_333)),
            ((4_000, 4_000), (1_000, 500), (1_000, 1_000)),
            ((800, 600), (1_000, 1_000), (800, 600)),
            ((2_000, 600), (1_000, 1_000), (2_000, 600)),
            ((1_000, 1_000), (1_000, 1_000), (1_000, 1_000)),
            ((100, 50), (10, 10), (20, 10)),
            ((1, 1), (10, 10), (1, 1)),
            ((0, 0), (10, 10), (0, 0)),
        ] as [((Int, Int), (Int, Int), (Int, Int))])
    func covering(own: (Int, Int), asked: (Int, Int), expected: (Int, Int)) throws {
        let size = PixelSize(width: own.0, height: own.1).covering(try RequestedSize(width: asked.0, height: asked.1))
        #expect(size == PixelSize(width: expected.0, height: expected.1))
    }

    @Test(
        "As large as fits",
        arguments: [
            ((4_000, 3_000), (400, 400), (400, 300)),
            ((3_000, 4_000), (400, 400), (300, 400)),
            ((16, 16), (470, 310), (310, 310)),
            ((10_000, 1), (400, 400), (400, 1)),
            ((0, 10), (400, 400), (0, 0)),
            ((10, 10), (0, 400), (0, 0)),
        ] as [((Int, Int), (Int, Int), (Int, Int))])
    func fitting(own: (Int, Int), area: (Int, Int), expected: (Int, Int)) {
        let size = PixelSize(width: own.0, height: own.1).fitting(in: PixelSize(width: area.0, height: area.1))
        #expect(size == PixelSize(width: expected.0, height: expected.1))
    }

    @Test("Below 10×10 is an error", arguments: [(9, 10), (10, 9), (0, 0), (-1, 1_000), (Int.min, Int.max)])
    func tooSmall(width: Int, height: Int) {
        #expect(throws: RequestedSizeError(width: width, height: height)) {
            try RequestedSize(width: width, height: height)
        }
    }

    @Test("10×10 can be asked for, and 1000×1000 is usual")
    func smallestAndUsual() throws {
        #expect(try RequestedSize(width: 10, height: 10).pixels == PixelSize(width: 10, height: 10))
        #expect(RequestedSize.usual.pixels == PixelSize(width: 1_000, height: 1_000))
    }

    @Test(
        "Whatever the sizes are, it covers or is the whole, it fits, and nothing overflows",
        arguments: 1...8 as ClosedRange<UInt64>)
    func properties(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let own = PixelSize(width: anySide(&random), height: anySide(&random))
            let asked = try RequestedSize(width: max(10, anySide(&random)), height: max(10, anySide(&random)))
            let covering = own.covering(asked)
            #expect(covering.width <= own.width && covering.height <= own.height)
            if covering != own {
                #expect(covering.width >= asked.pixels.width && covering.height >= asked.pixels.height)
                #expect(covering.width == asked.pixels.width || covering.height == asked.pixels.height)
            }
            let fitting = own.fitting(in: asked.pixels)
            #expect(fitting.width <= asked.pixels.width && fitting.height <= asked.pixels.height)
            #expect(
                own.isEmpty || fitting.width == asked.pixels.width || fitting.height == asked.pixels.height)
        }
    }

    /// Small sides as often as huge ones.
    private func anySide(_ random: inout SeededGenerator) -> Int {
        Int.random(in: 0...(1 << Int.random(in: 0...62, using: &random)), using: &random)
    }

    @Test("A size that is refused is reported")
    func refused() {
        let log = ReportLog()
        #expect(throws: RequestedSizeError(width: 9, height: 918)) { try RequestedSize(width: 9, height: 918) }
        let reports = log.take().filter { $0.code == "KRK_PP_SZ" }.map(\.message)
        #expect(reports.contains("RequestedSizeError(width: 9, height: 918)"))
    }

    @Test("An unreadable picture is reported without the sentence for the user")
    func unreadable() {
        let error = PictureError.unreadable(name: "/a", reason: "画像ではありません。")
        #expect(("\(error)" as ReportText).text == "unreadable: /a")
    }

    @Test("The error in words")
    func message() {
        #expect(
            RequestedSizeError(width: 9, height: 1_000).message
                == "A picture of 9 × 1,000 pixels is too small; it must be at least 10 × 10.")
    }
}
