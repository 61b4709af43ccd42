import GtkKit
import PictureTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import KirokuPictures
@testable import KirokuViews

final class ThumbnailLoaderTests: GtkTestCase {
    func testWhatIsInSightComesBeforeWhatIsAroundIt() throws {
        try onMain {
            let fixture = try Fixture()
            // With one of the two turns taken for good, one picture comes after the other.
            fixture.takeTurns(2)
            fixture.loader.want(references(0..<3), around: references(0..<6), side: 96)
            XCTAssertTrue(work(until: { fixture.waitingCount == 6 }))
            fixture.decoder.turnsWithBytes.end()
            XCTAssertTrue(work(until: { fixture.source.asked.count == 6 }))
            XCTAssertEqual(Set(fixture.source.asked.prefix(3)), Set(references(0..<3)))
            XCTAssertEqual(Set(fixture.source.asked.suffix(3)), Set(references(3..<6)))
        }
    }

    func testWhatHasScrolledAwayIsGivenUp() throws {
        try onMain {
            let fixture = try Fixture()
            fixture.takeTurns(2)
            fixture.loader.want(references(0..<50), around: references(0..<100), side: 96)
            XCTAssertTrue(work(until: { fixture.waitingCount == 100 }))
            fixture.loader.want(references(200..<203), around: references(200..<203), side: 96)
            XCTAssertTrue(work(until: { fixture.waitingCount == 3 }))
            fixture.decoder.turnsWithBytes.end()
            XCTAssertTrue(work(until: { references(200..<203).allSatisfy(fixture.isThere) }))
            XCTAssertEqual(Set(fixture.source.asked), Set(references(200..<203)))
        }
    }

    func testOnlySoMuchIsKept() throws {
        try onMain {
            let fixture = try Fixture(side: 1_024)
            // 4 MB each.
            for number in 0..<20 {
                fixture.loader.want(references(number..<number + 1), around: [], side: 1_024)
                XCTAssertTrue(work(until: { fixture.isThere(references(number..<number + 1)[0]) }))
            }
            fixture.loader.want(references(19..<20), around: [], side: 1_024)
            let kept = references(0..<20).filter(fixture.isThere)
            XCTAssertLessThanOrEqual(kept.count * 4 << 20, ThumbnailLoader.mostBytes)
            XCTAssertTrue(kept.contains(references(19..<20)[0]))
            XCTAssertFalse(kept.contains(references(0..<1)[0]))
        }
    }
}

@MainActor
private struct Fixture {
    let source: NumberedPictures
    let decoder: PictureDecoder
    let loader: ThumbnailLoader

    init(side: Int = 20) throws {
        source = NumberedPictures(SamplePicture.bytes(side, side))
        decoder = PictureDecoder(thumbnails: nil, lines: 1)
        loader = ThumbnailLoader(PictureLoader(source: source, decoder: decoder))
    }

    var waitingCount: Int { decoder.turnsWithBytes.waitingCount }

    /// Has nobody get a picture before turns are given back.
    func takeTurns(_ count: Int) {
        let taken = Mutex(0)
        for _ in 0..<count {
            Task {
                _ = await decoder.turnsWithBytes.begin(.chosen)
                taken.withLock { $0 += 1 }
            }
        }
        work(until: { taken.withLock { $0 } == count })
    }

    func isThere(_ reference: PictureReference) -> Bool {
        if case .image = loader.state(of: reference) { true } else { false }
    }
}

private func references(_ numbers: Range<Int>) -> [PictureReference] {
    numbers.map { PictureReference(text: "number:\($0)") }
}

/// As many pictures as are asked for, all alike, which are no files.
private final class NumberedPictures: PictureSource {
    private let bytes: [UInt8]
    private let list = Mutex<[PictureReference]>([])

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whose bytes were asked for, in that order.
    var asked: [PictureReference] { list.withLock { $0 } }

    func albums() -> AsyncStream<PictureAlbum> { AsyncStream { $0.finish() } }

    func items(of album: PictureAlbum.ID, details: Bool) -> AsyncThrowingStream<[PictureItem], any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    func item(_ reference: PictureReference) async throws(PictureError) -> PictureItem? { nil }

    func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        list.withLock { $0.append(reference) }
        return bytes
    }
}
