/// A copy of a document that a folder sync program has put beside it, because both sides had changed.
///
/// Such programs do not merge: one side keeps the name, and the other gets a longer one, by which it is recognised
/// here.
public struct ConflictCopy: Sendable, Hashable {
    /// The path of the copy.
    public let path: String
    /// The latest commit of a copy that only its journal identifies as a conflict copy; `nil` if its name does.
    let commit: String?

    /// The copy at this path.
    public init(path: String) {
        self.init(path: path, commit: nil)
    }

    init(path: String, commit: String?) {
        self.path = path
        self.commit = commit
    }

    /// The name of the file.
    public var name: String { FilePath.name(of: path) }

    /// The copies beside a document; none if its folder cannot be read.
    ///
    /// Some sync programs use names that people use, too. Such a file is a conflict copy only if both journals show
    /// that it has a common ancestor with the document, and that both were edited since.
    ///
    /// Costs a look at each name in the folder, and at the journal of each document with such a doubtful name.
    @concurrent
    public static func all(beside document: String) async -> [ConflictCopy] {
        let folder = FilePath.folder(of: document)
        let names = (try? Folder.entries(of: folder, atMost: mostEntries))?.map(\.name) ?? []
        let own = ConflictCopyName(of: document)
        var copies = names.filter(own.isMeant).map { ConflictCopy(path: "\(folder)/\($0)") }
        for name in names.filter(own.mayBeMeant).sorted().prefix(mostDoubtful) {
            let path = "\(folder)/\(name)"
            if let commit = await latestCommit(of: path, partedFrom: document) {
                copies.append(ConflictCopy(path: path, commit: commit))
            }
        }
        return copies.sorted { $0.name < $1.name }
    }

    /// The latest commit of a document that has a common ancestor with another one, if both were edited since.
    private static func latestCommit(of path: String, partedFrom document: String) async -> String? {
        let (copy, own) = (CardFile(path: path), CardFile(path: document))
        let commit = try? await latestCommit(of: copy, partedFrom: own)
        await copy.close()
        await own.close()
        return commit ?? nil
    }

    private static func latestCommit(
        of copy: CardFile, partedFrom own: CardFile
    ) async throws(StorageError) -> String? {
        try await copy.openForReading()
        try await own.openForReading()
        guard let common = try await copy.latestCommit(amongThoseOf: own),
            let same = try await own.latestCommit(amongThoseOf: copy),
            try await copy.hasEdits(after: common), try await own.hasEdits(after: same)
        else { return nil }
        return try await copy.loggedCommits().last?.id
    }

    /// The largest number of doubtful files to check.
    private static let mostDoubtful = 20

    /// The largest number of names; these take a fraction of a second.
    private static let mostEntries = 200_000
}

/// The names of a document's conflict copies.
struct ConflictCopyName: Sendable {
    private let stem: String
    private let ending: String

    init(of document: String) {
        stem = FilePath.stem(of: document)
        ending = String(FilePath.name(of: document).dropFirst(stem.count))
    }

    /// Whether a file with this name, in the same folder, is a conflict copy.
    func isMeant(_ name: String) -> Bool { mark(in: name).map(Self.isMark) ?? false }

    /// Whether a file with this name may be a conflict copy, unless a person has chosen the name.
    func mayBeMeant(_ name: String) -> Bool {
        mark(in: name).map { !Self.isMark($0) && Self.mayBeMark($0) } ?? false
    }

    private func mark(in name: String) -> Substring? {
        guard name.hasPrefix(stem), name.hasSuffix(ending), name.count > stem.count + ending.count else { return nil }
        return name.dropFirst(stem.count).dropLast(ending.count)
    }

    /// Whether a mark may be from OneDrive ("-LAPTOP-AB12", the name of the computer) or Google Drive (" (1)").
    private static func mayBeMark(_ mark: Substring) -> Bool {
        if mark.hasPrefix(" ("), mark.hasSuffix(")") {
            let digits = mark.dropFirst(2).dropLast()
            return (1...3).contains(digits.count) && digits.allSatisfy { ("0"..."9").contains($0) }
        }
        let computer = mark.dropFirst()
        return mark.hasPrefix("-") && (1...63).contains(computer.count) && computer.first?.isLetter == true
            && computer.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// Whether the text between the name and its suffix is the mark of a sync program.
    private static func isMark(_ mark: Substring) -> Bool {
        // Syncthing: ".sync-conflict-20240101-120000-ABCDEFG".
        if mark.hasPrefix(".sync-conflict-") { return true }
        // Nextcloud and ownCloud before 2018: "_conflict-20180101-120000". Synology Drive:
        // "_HOST_Jan-01-120000-2024_Conflict".
        if mark.hasPrefix("_conflict-") || mark.hasPrefix("_") && mark.hasSuffix("_Conflict") { return true }
        // pCloud.
        if mark == " (conflicted)" || mark == " [conflicted]" { return true }
        // Nextcloud, ownCloud and OpenCloud: "(conflicted copy 2024-01-01 120000)", also with a name before the date.
        // Dropbox: "(Ann's conflicted copy 2024-01-01)", in the language of the desktop. Seafile: "(SFConflict MAIL
        // DATE)".
        guard mark.hasPrefix(" (") || mark.hasPrefix("("), mark.hasSuffix(")") else { return false }
        let words = mark.lowercased()
        return ["conflicted copy", "(sfconflict ", "競合コピー"].contains { words.contains($0) }
    }
}

extension Document {
    private static let declinedNote = "declined copies"
    private static let mostDeclined = 20

    private var declined: [String] { note(named: Self.declinedNote)?.split(separator: "\n").map(String.init) ?? [] }

    /// Whether the user has chosen to ignore a copy, and it has not been edited since.
    ///
    /// Stored only for copies whose name does not identify them as conflict copies.
    public func hasDeclined(_ copy: ConflictCopy) -> Bool { copy.declinedLine.map(declined.contains) ?? false }

    /// Stores that a copy is to be ignored, if its name does not identify it as a conflict copy.
    public func decline(_ copy: ConflictCopy) {
        guard let line = copy.declinedLine, !declined.contains(line) else { return }
        keepNote((declined + [line]).suffix(Self.mostDeclined).joined(separator: "\n"), named: Self.declinedNote)
    }
}

extension ConflictCopy {
    fileprivate var declinedLine: String? { commit.map { "\($0) \(name.replacing("\n", with: " "))" } }
}

/// Reports when the conflict copies beside a document may have changed, as long as it exists.
///
/// Costs nothing while nothing happens in the folder.
public final class ConflictCopyWatch: Sendable {
    /// Ticks once at the beginning, and whenever a copy appears or disappears.
    public let changes: AsyncStream<Void>
    private let watch: FileWatch?

    /// Watches the folder of a document.
    ///
    /// - Parameter document: the path of the file itself, without symbolic links.
    public init(beside document: String) {
        let (changes, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let own = ConflictCopyName(of: document)
        watch = try? FileWatch(
            in: FilePath.folder(of: document),
            { name in
                let name = String(decoding: name, as: UTF8.self)
                return own.isMeant(name) || own.mayBeMeant(name)
            }, { tick.yield() })
        self.changes = changes
        tick.yield()
    }
}
