import KirokuCore

/// Loads pictures of a source through the decoder.
public struct PictureLoader: Sendable {
    /// In bytes; far more than a photograph has.
    private static let mostBytes = 1 << 28

    private let source: any PictureSource
    private let decoder: PictureDecoder

    /// Creates a loader for a source and a decoder.
    public init(source: any PictureSource, decoder: PictureDecoder) {
        self.source = source
        self.decoder = decoder
    }

    /// Loads a picture in a size; `nil` if only a glimpse was requested and there is none.
    ///
    /// The decoder opens a picture that is a file; the bytes of any other are read from its source first.
    ///
    /// - Throws: ``DecodeFailure``.
    public func load(
        _ reference: PictureReference, _ sizing: DecodeRequest.Sizing, _ effort: DecodeRequest.Effort,
        urgency: PictureDecoder.Urgency
    ) async throws(DecodeFailure) -> DecodedPicture? {
        if let uri = source.fileURI(of: reference) {
            return try await decoder.decode(DecodeRequest(.file(uri: uri), sizing, effort), urgency: urgency)
        }
        if effort == .glimpse { return nil }
        // Before it has a turn: it may take long.
        do throws(PictureError) {
            try await source.fetch(reference)
        } catch {
            throw DecodeFailure(error)
        }
        guard await decoder.turnsWithBytes.begin(urgency) else { throw .cancelled }
        defer { decoder.turnsWithBytes.end() }
        let bytes: [UInt8]
        do throws(PictureError) {
            bytes = try await source.bytes(of: reference, atMost: Self.mostBytes)
        } catch {
            throw DecodeFailure(error)
        }
        guard !bytes.isEmpty else { throw .empty }
        let request = DecodeRequest(.bytes(count: bytes.count), sizing, effort)
        return try await decoder.decode(request, bytes: bytes, urgency: urgency)
    }
}

extension DecodeFailure {
    fileprivate init(_ error: PictureError) {
        self =
            switch error {
            case .gone: .gone
            case .onServer: .onServer
            case .unreadable(_, let reason): .unreadable(reason: reason)
            case .tooLarge: .tooManyBytes
            case .cancelled: .cancelled
            }
    }
}
