import KirokuCore

extension PictureImport {
    /// Creates an import that checks by decoding whether each picture can be shown.
    ///
    /// - Parameters:
    ///   - folder: the folder with the pictures.
    ///   - decoder: decodes the pictures.
    public init(from folder: String, decoder: PictureDecoder) {
        self.init(from: folder, hash: pictureHash) { bytes in await decoder.failure(of: bytes)?.message }
    }
}

extension PictureDecoder {
    /// Why a picture of these bytes cannot be shown; `nil` if it can, or if that cannot be determined here.
    fileprivate func failure(of bytes: [UInt8]) async -> DecodeFailure? {
        guard await turnsWithBytes.begin(.soon) else { return nil }
        defer { turnsWithBytes.end() }
        let request = DecodeRequest(.bytes(count: bytes.count), .fitting(width: 64, height: 64), .picture)
        do throws(DecodeFailure) {
            _ = try await decode(request, bytes: bytes, urgency: .soon)
            return nil
        } catch {
            switch error {
            case .cancelled, .noDecoder: return nil
            default: return error
            }
        }
    }
}
