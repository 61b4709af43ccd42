import KirokuPictures

/// Decodes one picture, after checking the size that its header claims.
struct PictureLoading {
    /// In bytes; enough for the size in all formats, except in files that are made to hide it.
    private static let longestHeader = 1 << 24
    private static let pieceLength = 1 << 20

    private var input: any PictureInput
    private let limits: DecodeLimits
    /// The bytes that were read so far.
    private var start: [UInt8]
    private let header: PictureHeader?

    init(of bytes: [UInt8], limits: DecodeLimits) throws(DecodeFailure) {
        try self.init(MemoryInput(bytes), limits: limits)
    }

    init(_ input: any PictureInput, limits: DecodeLimits) throws(DecodeFailure) {
        self.input = input
        self.limits = limits
        start = try self.input.next(atMost: PictureHeader.usualLength)
        guard !start.isEmpty else { throw .empty }
        var header = PictureHeader(start)
        if header == nil, [.jpeg, .tiff].contains(PictureFormat(start)) {
            start += try self.input.next(atMost: Self.longestHeader)
            header = PictureHeader(start)
        }
        self.header = header
        if let header { try Self.check(header.size, isJPEG: header.format == .jpeg, limits) }
    }

    /// The small picture that a camera has put into the file; `nil` if there is none.
    func embeddedPicture(_ sizing: DecodeRequest.Sizing) -> DecodedPicture? {
        guard let header, let small = CameraFacts(start)?.smallPicture,
            let loaded = try? PictureLoading(of: small, limits: limits).load(sizing)
        else { return nil }
        let turned = loaded.turned(header.orientation).cropped(toAspectOf: header.shownSize)
        return turned.decoded(original: header.shownSize, isFinal: false)
    }

    /// The picture, decoded as small as this size allows.
    func load(_ sizing: DecodeRequest.Sizing) throws(DecodeFailure) -> LoadedPicture {
        let orientation = header?.orientation ?? .upright
        let loader = PixbufLoader { [limits, header] size throws(DecodeFailure) in
            try Self.check(size, isJPEG: header?.format == .jpeg, limits)
            let shown = orientation.isOnItsSide ? size.turned : size
            let wanted = sizing.size(of: shown)
            return orientation.isOnItsSide ? wanted.turned : wanted
        }
        var loading = self
        if PictureFormat(start) == .gif {
            try loader.write(try loading.firstFrame())
        } else {
            var end = PictureEnd(of: PictureFormat(start))
            var piece = start
            while !piece.isEmpty {
                end.take(piece)
                try loader.write(piece)
                piece = try loading.input.next(atMost: Self.pieceLength)
            }
            guard end.isFound else { throw .cutOff }
        }
        let loaded = try loader.finish()
        return loaded.autoRotated(orElse: header?.format == .tiff ? .upright : orientation)
    }

    /// The file up to the end of its first image, as an animation may have any number of them.
    private mutating func firstFrame() throws(DecodeFailure) -> [UInt8] {
        var bytes = start
        while bytes.count < Self.longestHeader {
            if let frame = GIFFirstFrame.end(in: bytes) { return bytes.prefix(frame) + [GIFFirstFrame.trailer] }
            let piece = try input.next(atMost: Self.pieceLength)
            if piece.isEmpty { throw .cutOff }
            bytes += piece
        }
        return bytes
    }

    private static func check(_ size: PixelSize, isJPEG: Bool, _ limits: DecodeLimits) throws(DecodeFailure) {
        guard size.count <= (isJPEG ? limits.mostJPEGPixels : limits.mostPixels) else {
            throw .tooManyPixels(width: size.width, height: size.height)
        }
    }
}
