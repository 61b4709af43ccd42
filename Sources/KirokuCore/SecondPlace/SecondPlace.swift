import Glibc

/// A folder, on a stick perhaps, in which documents have a second copy under their names.
///
/// A copy says of itself which document it is of and how the file was when it was made, so what somebody else has put
/// there, or has changed since, is known and never replaced.
public struct SecondPlace: Sendable, Hashable {
    /// The folder.
    ///
    /// Absolute; it may come and go.
    public let folder: String

    /// The folder at this absolute path.
    public init(folder: String) {
        self.folder = folder
    }

    /// Whether it is there.
    public var isThere: Bool { FileKind.isFolder(folder) }

    /// Whether a file is directly in the folder.
    public func holds(_ path: String) -> Bool { FilePath.folder(of: path) == folder }

    /// What became of a copy.
    public enum Outcome: Sendable, Hashable {
        /// The copy there is of the document as it is now.
        case current
        /// A copy was made; `keptBeside` is where another file of its name is now, if there was one.
        case made(path: String, keptBeside: String?)
    }

    /// Makes the copy, unless the one there is still good; it appears as a whole, in place of the one before.
    ///
    /// - Parameters:
    ///   - document: which document it is, and where.
    ///   - others: paths of files in the folder that are left alone, because somebody has them open.
    ///   - time: in the name of what is kept beside.
    ///   - copy: writes the copy.
    /// - Throws: ``StorageError``, ``StorageError/notFound(at:)`` if the folder is not there. The copy before is as it
    ///   was then.
    @concurrent
    func update(
        _ document: DocumentOrigin, avoiding others: Set<String>, at time: LocalTime, _ copy: Copying
    ) async throws(StorageError) -> Outcome {
        guard isThere else { throw .notFound(path: folder) }
        let version = try SecondCopyMark.counter(of: document.path)
        let spot = try spot(for: document, avoiding: others)
        if case .own(let mark) = spot.occupant, mark.version == version { return .current }
        Leftovers.clear(folder)
        let hidden = try about(spot.path) { () throws(SystemError) in
            try HiddenFile.make(in: folder, permissions: 0o644)
        }
        try await copy(hidden.path, spot.path)
        try SecondCopyMark(origin: document.text, version: version).write(to: hidden.path, for: spot.path)
        var keptBeside: String?
        if case .stranger = spot.occupant { keptBeside = try KeptBeside.rename(spot.path, at: time) }
        try about(spot.path) { () throws(SystemError) in
            try hidden.replace(spot.path)
            try AtomicFile.synchronize(folder: folder)
        }
        return .made(path: spot.path, keptBeside: keptBeside)
    }

    private func about<Value>(
        _ path: String, _ body: () throws(SystemError) -> Value
    ) throws(StorageError) -> Value {
        do {
            return try body()
        } catch {
            throw error.whileWriting(path)
        }
    }

    /// Writes a copy into an empty file, whose path is the first; the second is where it belongs, as errors name it.
    typealias Copying = @Sendable (_ file: String, _ path: String) async throws(StorageError) -> Void

    private enum Occupant {
        case nobody
        /// An earlier copy of the document, as it was made.
        case own(SecondCopyMark)
        /// Something else, or a copy that somebody has changed.
        case stranger
    }

    /// Where the copy belongs: under the document's name, with a number if that is for a document elsewhere.
    private func spot(
        for document: DocumentOrigin, avoiding others: Set<String>
    ) throws(StorageError) -> (path: String, occupant: Occupant) {
        let title = PortableName.title(of: document.path)
        var number = 1
        while true {
            let path = folder + "/" + PortableName.name(title, number: number)
            number += 1
            var status = stat()
            guard lstat(path, &status) == 0 else { return (path, .nobody) }
            if others.contains(path) { continue }
            guard let mark = try SecondCopyMark.read(from: path) else { return (path, .stranger) }
            guard mark.origin == document.text else { continue }
            return (path, mark.isUnchanged ? .own(mark) : .stranger)
        }
    }
}

/// Which document a copy is of: the same document, in the same place, on the same machine.
public struct DocumentOrigin: Sendable, Hashable {
    /// Where the document is.
    public let path: String
    let text: String

    /// - Parameters:
    ///   - path: absolute, without symbolic links.
    ///   - identity: a text that no other document has.
    ///   - machine: a text that no other machine has.
    public init(path: String, identity: String, machine: String = Self.thisMachine) {
        self.path = path
        text = [identity, machine, path].joined(separator: " ")
    }

    /// What systemd knows the machine by, or else its name.
    public static let thisMachine: String = {
        if let bytes = try? WholeFile.read("/etc/machine-id", limit: 256), !bytes.isEmpty {
            return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        }
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
