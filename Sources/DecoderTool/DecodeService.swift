import Glibc
import KirokuPictures

/// Answers requests.
struct DecodeService {
    private let limits: DecodeLimits
    private let thumbnails: ThumbnailStore?

    init(limits: DecodeLimits, thumbnails: ThumbnailFolder?) {
        self.limits = limits
        self.thumbnails = thumbnails.map { ThumbnailStore(folder: $0, limits: limits) }
    }

    /// Answers one request, and then does work that the other end need not wait for.
    ///
    /// - Throws: `ChannelFailure` if the other end is closed, or the request is invalid.
    func serve(_ request: DecodeRequest, on channel: FrameChannel) throws(ChannelFailure) {
        // The other end kills this process sooner if it waits; this is for the case that it does not.
        alarm(UInt32(limits.seconds) + 5)
        defer { alarm(0) }
        var bytes: [UInt8] = []
        if case .bytes(let count) = request.origin {
            guard count <= limits.mostBytes else { throw .malformed }
            bytes = try channel.receiveBytes(count)
        }
        let outcome = outcome(of: request, bytes: bytes)
        switch outcome {
        case .failure(let failure): try channel.send(DecodeAnswer.failure(failure))
        case .success(nil): try channel.send(DecodeAnswer.nothingYet)
        case .success((let picture, let thumbnail)?):
            let size = picture.pixels.size
            let facts = PictureFacts(
                width: size.width, height: size.height, original: picture.originalSize, isFinal: picture.isFinal)
            try channel.send(DecodeAnswer.picture(facts), payload: picture.pixels.bytes)
            if let thumbnail { thumbnails?.keep(thumbnail) }
        }
    }

    private func outcome(
        of request: DecodeRequest, bytes: [UInt8]
    ) -> Result<(picture: DecodedPicture, thumbnail: Thumbnail?)?, DecodeFailure> {
        Result { () throws(DecodeFailure) in
            var thumbnail: Thumbnail?
            return try answer(to: request, bytes: bytes, thumbnail: &thumbnail).map { ($0, thumbnail) }
        }
    }

    private func answer(
        to request: DecodeRequest, bytes: [UInt8], thumbnail: inout Thumbnail?
    ) throws(DecodeFailure) -> DecodedPicture? {
        switch request.origin {
        case .bytes:
            if request.effort == .glimpse { return nil }
            return try PictureLoading(of: bytes, limits: limits).load(request.sizing).decoded(request.sizing)
        case .file(let uri):
            return try FileRequest(uri: uri, request: request, limits: limits, thumbnails: thumbnails)
                .answer(thumbnail: &thumbnail)
        }
    }
}
