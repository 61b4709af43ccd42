import KirokuCore
import KirokuPictures

/// Puts pictures into a document, after checking that they can be shown.
struct PictureKeeper: Sendable {
    /// Why a picture is not in the document.
    struct Refusal: Error {
        /// The name of the file.
        let name: String
        /// What is wrong, as a text for the user.
        let reason: String
    }

    let source: any PictureSource
    let decoder: PictureDecoder
    let store: any PictureStore

    /// Puts a picture into the document, unless it is there already.
    ///
    /// - Returns: the picture's name in the document.
    @concurrent
    func keep(_ reference: PictureReference, name: String) async throws(Refusal) -> String {
        if let name = DocumentPictures.name(of: reference) { return name }
        do {
            try await check(reference)
            let bytes = try await source.bytes(of: reference, atMost: PictureStock.mostBytes)
            return try await store.addPicture(bytes, hash: pictureHash(bytes), name: name)
        } catch {
            Reports.error("KRK_PC_RG", "cannot put \(data: name) into the document: \(error)")
            throw Refusal(name: name, reason: Self.reason(error))
        }
    }

    /// Throws if the picture cannot be shown; waits up to 4 seconds for one that is still being written.
    private func check(_ reference: PictureReference) async throws {
        let loader = PictureLoader(source: source, decoder: decoder)
        let sizing = DecodeRequest.Sizing.fitting(width: 64, height: 64)
        for isLast in [false, false, false, false, true] {
            do throws(DecodeFailure) {
                _ = try await loader.load(reference, sizing, .picture, urgency: .chosen)
                return
            } catch {
                guard error == .stillChanging, !isLast else { throw error }
            }
            try await AppClock.shared.sleep(for: 1)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as DecodeFailure: error.message
        case let error as PictureError: error.message
        case let error as StorageError: error.message
        default: localized("The picture could not be read.")
        }
    }
}
