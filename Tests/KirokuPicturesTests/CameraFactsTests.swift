import KirokuCore
import PictureTestSupport
import Testing

@testable import KirokuPictures

@Suite("What a camera has written")
struct CameraFactsTests {
    @Test("Date and small picture are read")
    func facts() throws {
        let small = SamplePicture.bytes(16, 12, format: "jpeg")
        let bytes = SamplePicture.fromCamera(600, 400, small: small, taken: "2015:05:20 20:24:50")
        let facts = try #require(CameraFacts(bytes))
        #expect(facts.smallPicture == small)
        #expect(facts.taken?.text == "2015/05/20 20:24:50")
    }

    @Test("Cut off anywhere, or with a date that there is not, it does no harm")
    func damaged() {
        let small = SamplePicture.bytes(16, 12, format: "jpeg")
        let bytes = SamplePicture.fromCamera(600, 400, small: small, taken: "2015:02:30 20:24:50")
        #expect(CameraFacts(bytes)?.taken == nil)
        for length in 0..<400 { _ = CameraFacts(Array(bytes.prefix(length))) }
        #expect(CameraFacts(SamplePicture.bytes(16, 12)) == nil)
        #expect(CameraFacts(SamplePicture.bytes(16, 12, format: "jpeg")) == nil)
    }
}
