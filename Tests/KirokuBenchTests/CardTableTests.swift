import Testing

@testable import KirokuBench

/// What is expected was made by a Python program with the same rules.
@Suite("The table that is measured on")
struct CardTableTests {
    @Test(
        "The text is the same for the same seed, byte for byte",
        arguments: [
            (20_240_517, false, 13_718, 0x3c40_bf8b_bcba_e319),
            (20_240_517, true, 13_889, 0x866a_4992_abff_f16f),
            (7, false, 13_538, 0xa593_a905_2b15_4802),
        ] as [(Int, Bool, Int, UInt64)])
    func bytes(seed: Int, isDirty: Bool, count: Int, checksum: UInt64) {
        let text = lines(rows: 300, isDirty: isDirty, seed: seed).joined()
        #expect(text.utf8.count == count)
        #expect(Self.checksum(text) == checksum)
    }

    @Test("First and last line are known")
    func knownLines() {
        let lines = lines(rows: 300)
        #expect(lines.count == 301)
        #expect(lines[0] == "Number\tRate\tSpMember\tName\tPlace\n")
        #expect(lines[1] == "194\t744.05\tfalse\t阿部 智子 ワタナベ\tKyoto\n")
        #expect(lines[300] == "83\t193.51\tfalse\tIngrid A Tanaka\t東京都\n")
    }

    @Test("A table without records is its header")
    func empty() {
        #expect(lines(rows: 0) == ["Number\tRate\tSpMember\tName\tPlace\n"])
    }

    @Test("Dirt changes the text cells and nothing else")
    func dirt() {
        let clean = lines(rows: 300)
        let dirty = lines(rows: 300, isDirty: true)
        #expect(clean != dirty)
        for (clean, dirty) in zip(clean, dirty) {
            #expect(clean.split(separator: "\t").prefix(3) == dirty.split(separator: "\t").prefix(3))
        }
    }

    private func lines(rows: Int, isDirty: Bool = false, seed: Int = CardTable.usualSeed) -> [String] {
        var lines: [String] = []
        CardTable(rows: rows, isDirty: isDirty, seed: seed).forEachLine { lines.append($0) }
        return lines
    }

    /// FNV-1a with 64 bits.
    private static func checksum(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
