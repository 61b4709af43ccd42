import KirokuPictures

/// A request for the picture in a file.
struct FileRequest {
    private let uri: String
    private let path: DiskPath
    private let request: DecodeRequest
    private let limits: DecodeLimits
    private let thumbnails: ThumbnailStore?

    init(
        uri: String, request: DecodeRequest, limits: DecodeLimits, thumbnails: ThumbnailStore?
    ) throws(DecodeFailure) {
        guard let path = DiskPath(uri: uri) else { throw .gone }
        self.uri = uri
        self.path = path
        self.request = request
        self.limits = limits
        self.thumbnails = thumbnails
    }

    /// The picture; `nil` if none is available without decoding.
    ///
    /// - Parameter thumbnail: set to the thumbnail to store for later requests.
    func answer(thumbnail: inout Thumbnail?) throws(DecodeFailure) -> DecodedPicture? {
        let input = try FileInput(path, limit: limits.mostBytes)
        switch request.effort {
        case .noteFailure(let failure):
            thumbnails?.keep(failure, of: uri, input.stamp)
            return nil
        case .glimpse:
            if let known = try known(input) { return known }
            return try? PictureLoading(input, limits: limits).embeddedPicture(request.sizing)
        case .thumbnail:
            if let known = try known(input) { return known }
            let loaded = try load(input, enough(for: request.sizing))
            thumbnail = Thumbnail(picture: loaded, uri: uri, stamp: input.stamp)
            return loaded.decoded(request.sizing)
        case .picture:
            return try load(input, request.sizing).decoded(request.sizing)
        }
    }

    /// The picture or failure that the shared thumbnails have for the file; `nil` if they have none.
    private func known(_ input: FileInput) throws(DecodeFailure) -> DecodedPicture? {
        guard let thumbnails else { return nil }
        if let known = thumbnails.thumbnail(of: uri, input.stamp, request.sizing) { return known }
        if let failure = thumbnails.failure(of: uri, input.stamp) { throw failure }
        return nil
    }

    private func load(
        _ input: FileInput, _ sizing: DecodeRequest.Sizing
    ) throws(DecodeFailure) -> LoadedPicture {
        do throws(DecodeFailure) {
            return try PictureLoading(input, limits: limits).load(sizing)
        } catch {
            if error.mayPass, input.hasJustChanged { throw .stillChanging }
            if error.lasts { thumbnails?.keep(error, of: uri, input.stamp) }
            throw error
        }
    }

    /// The size of stored thumbnails, or the requested size if it is larger.
    private func enough(for sizing: DecodeRequest.Sizing) -> DecodeRequest.Sizing {
        guard thumbnails != nil, case .fitting(let width, let height) = sizing else { return sizing }
        let side = ThumbnailStore.size.side
        return .fitting(width: max(width, side), height: max(height, side))
    }
}

extension DecodeFailure {
    /// Whether the reason may be that the end of the file has not been written yet.
    fileprivate var mayPass: Bool {
        switch self {
        case .empty, .unknownFormat, .cutOff, .broken: true
        default: false
        }
    }
}
