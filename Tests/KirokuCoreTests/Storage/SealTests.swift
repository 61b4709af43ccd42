import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Seals of edits")
struct SealTests {
    @Test("The sums are those of RFC 4231")
    func sums() {
        let short = EditSeals.sum(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(short == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = EditSeals.sum(
            of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xaa, count: 131))
        #expect(long == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("Programs of one user have the same key; parts cannot be moved; without a place, each process has its own")
    func kept() throws {
        let folder = try TemporaryFolder()
        let (one, other, stranger) = (EditSeals(), EditSeals(), EditSeals())
        for seals in [one, other] { seals.keepKey(at: folder.path("state/seal")) }
        #expect(one.seal([[1], [2]]) == other.seal([[1], [2]]))
        #expect(one.seal([[1], [2]]) != one.seal([[1, 2]]))
        #expect(one.seal([[1], [2]]) != stranger.seal([[1], [2]]))
        #expect(stranger.seal([[1]]) == stranger.seal([[1]]))
        let nowhere = EditSeals()
        nowhere.keepKey(at: "/dev/null/seal")
        #expect(nowhere.seal([[1]]) == nowhere.seal([[1]]))
    }
}
