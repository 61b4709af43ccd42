/// A copy of a document that a program for keeping folders in step has put beside it, because both sides had changed.
///
/// Such programs do not merge: one side keeps the name, and the other gets a longer one, by which it is known here.
public struct ConflictCopy: Sendable, Hashable {
    /// The path of the copy.
    public let path: String

    /// The copy at this path.
    public init(path: String) {
        self.path = path
    }

    /// The name of the file.
    public var name: String { FilePath.name(of: path) }

    /// The copies beside a document, by their names; none if its folder cannot be read.
    ///
    /// Costs a look at each name in the folder.
    @concurrent
    public static func all(beside document: String) async -> [ConflictCopy] {
        let folder = FilePath.folder(of: document)
        let names = (try? Folder.entries(of: folder, atMost: mostEntries))?.map(\.name) ?? []
        let own = ConflictCopyName(of: document)
        return names.filter(own.isMeant).sorted().map { ConflictCopy(path: "\(folder)/\($0)") }
    }

    /// The largest number of names; these take a fraction of a second.
    private static let mostEntries = 200_000
}

/// How the conflict copies of a document are called.
struct ConflictCopyName: Sendable {
    private let stem: String
    private let ending: String

    init(of document: String) {
        stem = FilePath.stem(of: document)
        ending = String(FilePath.name(of: document).dropFirst(stem.count))
    }

    /// Whether a file with this name, in the same folder, is one of them.
    func isMeant(_ name: String) -> Bool {
        guard name.hasPrefix(stem), name.hasSuffix(ending), name.count > stem.count + ending.count else { return false }
        return Self.isMark(name.dropFirst(stem.count).dropLast(ending.count))
    }

    /// What each of these programs puts between the name and its ending.
    private static func isMark(_ mark: Substring) -> Bool {
        // Syncthing: ".sync-conflict-20240101-120000-ABCDEFG".
        if mark.hasPrefix(".sync-conflict-") { return true }
        // Nextcloud and ownCloud before 2018: "_conflict-20180101-120000". Synology Drive: "_HOST_Jan-01-120000-2024_Conflict".
        if mark.hasPrefix("_conflict-") || mark.hasPrefix("_") && mark.hasSuffix("_Conflict") { return true }
        // pCloud.
        if mark == " (conflicted)" || mark == " [conflicted]" { return true }
        // Nextcloud, ownCloud and OpenCloud: "(conflicted copy 2024-01-01 120000)", also with a name before the date.
        // Dropbox: "(Ann's conflicted copy 2024-01-01)", in the language of the desktop. Seafile: "(SFConflict MAIL DATE)".
        guard mark.hasPrefix(" (") || mark.hasPrefix("("), mark.hasSuffix(")") else { return false }
        let words = mark.lowercased()
        return ["conflicted copy", "(sfconflict ", "競合コピー"].contains { words.contains($0) }
    }
}

/// Tells when there may be other conflict copies beside a document, as long as it lives.
///
/// It costs nothing while nothing happens in the folder.
public final class ConflictCopyWatch: Sendable {
    /// Ticks once at the beginning, and whenever a copy comes or goes.
    public let changes: AsyncStream<Void>
    private let watch: FileWatch?

    /// Watches the folder of a document.
    ///
    /// - Parameter document: the path of the file itself, without symbolic links on the way.
    public init(beside document: String) {
        let (changes, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let own = ConflictCopyName(of: document)
        watch = try? FileWatch(
            in: FilePath.folder(of: document), { own.isMeant(String(decoding: $0, as: UTF8.self)) }, { tick.yield() })
        self.changes = changes
        tick.yield()
    }
}
