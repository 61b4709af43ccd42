import CoreTestSupport
import Testing

@testable import KirokuPictures

@Suite("Names in the order in which people count")
struct NaturalKeyTests {
    @Test(
        "Sorted",
        arguments: [
            ["picture1", "picture2", "picture10", "picture10b"],
            ["a", "B", "c", "D"],
            ["IMG_2.jpg", "img_10.JPG", "IMG_100.jpg"],
            ["", " ", "1", "2", "10", "a"],
            ["a-1", "a1", "a2"],
            ["a01", "a1", "a02", "a2"],
            ["2024-1-9", "2024-1-10", "2024-02-01"],
            ["写真２", "写真10", "写真１００"],
            ["x9", "x12345678901234567890", "x12345678901234567891"],
        ])
    func sorted(names: [String]) {
        #expect(names.reversed().map(NaturalKey.init).sorted().map(\.name) == names)
    }

    @Test("More digits than a byte can count")
    func longNumbers() {
        let lengths = [1, 254, 255, 256, 509, 510, 511]
        let names = lengths.map { String(repeating: "9", count: $0) }
        #expect(names.shuffled().map(NaturalKey.init).sorted().map(\.name) == names)
    }

    @Test("Equal only if the names are, byte by byte")
    func equality() {
        #expect(NaturalKey("a") != NaturalKey("A"))
        #expect(NaturalKey("a1") != NaturalKey("a01"))
        #expect(NaturalKey("é") != NaturalKey("e\u{301}"))
        #expect(NaturalKey("a") == NaturalKey("a"))
    }

    @Test("An order: one of any two comes first, and so on through three", arguments: 1...8 as ClosedRange<UInt64>)
    func isAnOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let characters = Array("aAbB019 é.")
        let keys = (0..<20).map { _ in
            NaturalKey(
                String(
                    (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                        characters.randomElement(using: &random)
                    }))
        }
        for one in keys {
            for other in keys {
                #expect([one < other, other < one, one == other].count { $0 } == 1)
                for third in keys where one < other && other < third { #expect(one < third) }
            }
        }
    }
}
