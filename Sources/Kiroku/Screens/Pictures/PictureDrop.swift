import GtkKit
import KirokuCore
import KirokuPictures
import KirokuViews

/// The cell that pictures are for, by its identities.
struct PictureTarget: Sendable, Hashable {
    /// `nil` for records that will be added.
    let record: RecordID?
    let field: PictureField
}

/// Puts files that were dropped on a cell into the document.
@MainActor
final class PictureDrop {
    /// The result of a drop.
    struct Result: Sendable {
        let target: PictureTarget
        /// The names of the pictures in the document, in the order of their files' names; `nil` for each picture that
        /// could not be put there.
        var names: [String?] = []
        var refusals: [PictureKeeper.Refusal] = []
    }

    /// Called with the progress, from 0 to 1.
    var onProgress: ((Double) -> Void)?
    /// Called at the end, even after a cancellation, with what was done by then.
    var onDone: ((Result) -> Void)?
    private let uris: [String]
    private let keeper: PictureKeeper
    private let target: PictureTarget
    private var task: Task<Void, Never>?

    init(_ uris: [String], _ target: PictureTarget, into store: any PictureStore, decoder: PictureDecoder) {
        self.uris = uris
        self.target = target
        keeper = PictureKeeper(source: LoosePictures(), decoder: decoder, store: store)
    }

    func start() {
        task = Task { [weak self, uris, keeper, target] in
            var result = Result(target: target)
            // Natural order, because programs hand over a selection in any order.
            let files = uris.map { (uri: $0, key: NaturalKey(LoosePictures.name(of: $0))) }.sorted { $0.key < $1.key }
            for (place, file) in files.enumerated() {
                if Task.isCancelled { break }
                do throws(PictureKeeper.Refusal) {
                    let reference = LoosePictures.reference(to: file.uri)
                    result.names.append(try await keeper.keep(reference, name: file.key.name))
                } catch {
                    if Task.isCancelled { break }
                    result.names.append(nil)
                    result.refusals.append(error)
                }
                self?.onProgress?(Double(place + 1) / Double(files.count))
            }
            self?.onDone?(result)
        }
    }

    func cancel() { task?.cancel() }
}

extension PictureDrop.Result {
    /// The message about the result.
    var message: Message {
        let count = names.count { $0 != nil }
        guard let refusal = refusals.first else {
            let text = localized("{count} picture added.", "{count} pictures added.", count: count)
            return Message(count == 1 ? localized("Picture added.") : text, .ok)
        }
        let reason = ["file": ShownText.short(refusal.name), "reason": refusal.reason]
        if refusals.count == 1, count == 0 { return Message(localized("{file}: {reason}", reason), .error) }
        return Message(
            localized(
                "{count} picture could not be added. {file}: {reason}",
                "{count} pictures could not be added. {file}: {reason}", count: refusals.count, reason),
            .caution)
    }
}
