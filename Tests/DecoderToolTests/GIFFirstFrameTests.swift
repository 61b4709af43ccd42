import Testing

@testable import DecoderTool

@Suite("The first picture of a GIF file")
struct GIFFirstFrameTests {
    private let start: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    private let frame: [UInt8] = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

    @Test("It ends before the second one")
    func end() {
        #expect(GIFFirstFrame.end(in: start + frame + frame) == start.count + frame.count)
    }

    @Test("A table of colours of its own is part of it")
    func ownColors() {
        var own = frame
        own[17] = 0x80
        own.insert(contentsOf: [1, 2, 3, 4, 5, 6], at: 18)
        #expect(GIFFirstFrame.end(in: start + own) == start.count + own.count)
    }

    @Test("Cut off anywhere, it has no end yet")
    func cutOff() {
        let whole = start + frame
        for length in 0..<whole.count { #expect(GIFFirstFrame.end(in: Array(whole.prefix(length))) == nil) }
    }

    @Test("Something else has none")
    func somethingElse() {
        #expect(GIFFirstFrame.end(in: start + [0x3b]) == nil)
        #expect(GIFFirstFrame.end(in: start + [7, 7, 7]) == nil)
        #expect(GIFFirstFrame.end(in: []) == nil)
    }
}
