import CoreTestSupport
import FoundationEssentials
import Glibc
import PictureTestSupport

@testable import KirokuPictures

/// A folder with pictures, one for thumbnails, and a decoder.
struct DecoderFixture {
    let folder: TemporaryFolder
    let decoder: PictureDecoder
    let thumbnails: ThumbnailFolder

    init(limits: DecodeLimits = DecodeLimits(), program: String = DecoderProgram.path, lines: Int = 1) throws {
        folder = try TemporaryFolder()
        thumbnails = ThumbnailFolder(path: folder.path("cache/thumbnails"))
        decoder = PictureDecoder(thumbnails: thumbnails, program: program, limits: limits, lines: lines)
    }

    /// Puts a file into the folder, last changed long ago, and returns its URI.
    func put(_ bytes: [UInt8], _ name: String, age: Int = 1_000) throws -> String {
        let path = folder.path(name)
        try Data(bytes).write(to: URL(filePath: path))
        try setAge(age, name)
        return uri(name)
    }

    func setAge(_ seconds: Int, _ name: String) throws {
        let date = Date(timeIntervalSinceNow: -Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path(name))
    }

    func uri(_ name: String) -> String { "file://" + folder.path(name) }

    func decode(
        _ uri: String, _ sizing: DecodeRequest.Sizing = .fitting(width: 64, height: 64),
        _ effort: DecodeRequest.Effort = .picture
    ) async throws(DecodeFailure) -> DecodedPicture? {
        try await decoder.decode(DecodeRequest(.file(uri: uri), sizing, effort), urgency: .chosen)
    }

    /// Why a picture cannot be decoded; `nil` if it can.
    func failure(_ uri: String, _ effort: DecodeRequest.Effort = .picture) async -> DecodeFailure? {
        do throws(DecodeFailure) {
            _ = try await decode(uri, .fitting(width: 64, height: 64), effort)
            return nil
        } catch {
            return error
        }
    }
}

extension DecodedPicture {
    /// The colours in the middle of the four quarters, each part rounded to black or full.
    var corners: [SampleColor] {
        let size = pixels.size
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            let offset = (y * size.height / 4 * size.width + x * size.width / 4) * PixelBuffer.bytesPerPixel
            let pixel = pixels.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            func part(_ shift: UInt32) -> UInt8 { pixel >> shift & 0xff > 127 ? 255 : 0 }
            return SampleColor(red: part(16), green: part(8), blue: part(0))
        }
    }
}
