import KirokuCore

extension PictureImport {
    /// An import that has not begun, and looks at each picture whether it can be shown.
    ///
    /// - Parameters:
    ///   - folder: where the pictures are.
    ///   - decoder: looks at them.
    public init(from folder: String, decoder: PictureDecoder) {
        self.init(from: folder, hash: pictureHash) { bytes in await decoder.failure(of: bytes)?.message }
    }
}

extension PictureDecoder {
    /// Why a picture of these bytes cannot be shown; `nil` if it can, or if that cannot be found out here.
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
