import Glibc

/// A folder, possibly on a USB stick, that holds second copies of documents under their names.
///
/// A copy records which document it belongs to, and the state of its file when it was made. So files from elsewhere,
/// and copies changed since, are recognized and never replaced.
public struct SecondCopyFolder: Sendable, Hashable {
    /// The absolute path of the folder, which may appear and disappear.
    public let folder: String

    /// The folder at this absolute path.
    public init(folder: String) {
        self.folder = folder
    }

    /// Whether the folder exists.
    public var isThere: Bool { FileKind.isFolder(folder) }

    /// Whether a file is directly in the folder.
    public func holds(_ path: String) -> Bool { FilePath.folder(of: path) == folder }

    /// The outcome of an update.
    public enum Outcome: Sendable, Hashable {
        /// The existing copy is up to date.
        case current
        /// A copy was made; `keptBeside` is the new path of a file that had its name, if there was one.
        case made(path: String, keptBeside: String?)
    }

    /// Makes the copy unless the existing one is up to date; the new one replaces it in one step.
    ///
    /// - Parameters:
    ///   - document: the document to copy.
    ///   - others: the paths of open documents in the folder, which are not replaced.
    ///   - time: the time in the new name of a file that is renamed.
    ///   - copy: writes the copy.
    /// - Throws: ``StorageError``, such as ``StorageError/notFound(at:)`` if the folder does not exist. The previous
    ///   copy is unchanged then.
    @concurrent
    func update(
        _ document: DocumentOrigin, avoiding others: Set<String>, at time: LocalTime, _ copy: Copying
    ) async throws(StorageError) -> Outcome {
        guard isThere else { throw .notFound(path: folder) }
        let version = try SecondCopyMark.counter(of: document.path)
        let spot = try spot(for: document, avoiding: others)
        if case .own(let mark) = spot.existing, mark.version == version { return .current }
        Leftovers.clear(folder)
        let hidden = try about(spot.path) { () throws(SystemError) in
            try HiddenFile.make(in: folder, permissions: 0o644)
        }
        try await copy(hidden.path, spot.path)
        try SecondCopyMark(origin: document.text, version: version).write(to: hidden.path, for: spot.path)
        var keptBeside: String?
        if case .stranger = spot.existing { keptBeside = try KeptBeside.rename(spot.path, at: time) }
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

    /// Writes a copy into the empty file at the first path; errors name the second, the destination.
    typealias Copying = @Sendable (_ file: String, _ path: String) async throws(StorageError) -> Void

    private enum ExistingFile {
        case nobody
        /// An earlier copy of the document, unchanged.
        case own(SecondCopyMark)
        /// Another file, or a copy that has been changed.
        case stranger
    }

    /// The path for the copy: the document's name, with a number if a copy of another document has that name.
    private func spot(
        for document: DocumentOrigin, avoiding others: Set<String>
    ) throws(StorageError) -> (path: String, existing: ExistingFile) {
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

/// Identifies the document of a copy: the same document, at the same path, on the same machine.
public struct DocumentOrigin: Sendable, Hashable {
    /// The path of the document.
    public let path: String
    let text: String

    /// - Parameters:
    ///   - path: the absolute path, without symbolic links.
    ///   - identity: a text that no other document has.
    ///   - machine: a text that no other machine has.
    public init(path: String, identity: String, machine: String = Self.thisMachine) {
        self.path = path
        text = [identity, machine, path].joined(separator: " ")
    }

    /// The machine's ID in systemd, or else its host name.
    public static let thisMachine: String = {
        if let bytes = try? WholeFile.read("/etc/machine-id", limit: 256), !bytes.isEmpty {
            return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        }
        return hostName
    }()

    /// The machine's name in its network.
    static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
