/// Something that a program keeps for itself, with the link to it.
///
/// A program has a list of them, so one loop can back up or restore all of them.
///
/// ```swift
/// let all = [KeptFile("preferences.plist", title: "Preferences", link: links.preferences, as: DictionaryFormat.self)]
/// for file in all { try file.backUp(to: folder + "/" + file.name) }
/// ```
public struct KeptFile: Sendable {
    /// The file's name in a backup, which no other file in the list has.
    public let name: String
    private let localizedTitle: @Sendable () -> String
    private let copyOut: @Sendable (String) throws(StorageError) -> Void
    private let copyIn: @Sendable (String) throws(StorageError) -> Void

    /// - Parameters:
    ///   - name: the file's name in a backup.
    ///   - title: its title for the user, in the current language.
    ///   - link: the link to it.
    ///   - format: the format of the file.
    ///   - check: throws if the contents are not valid for this file.
    public init<Format: FileFormat>(
        _ name: String, title: @autoclosure @escaping @Sendable () -> String,
        link: any StorageLink<Format.Contents>, as format: Format.Type,
        check: @escaping @Sendable (Format.Contents) throws(FileFormatError) -> Void = { _ in }
    ) {
        self.name = name
        localizedTitle = title
        copyOut = { path throws(StorageError) in
            try FileLink<Format>(path: path).save(try link.load())
        }
        copyIn = { path throws(StorageError) in
            let contents = try FileLink<Format>(path: path).load()
            do throws(FileFormatError) {
                try check(contents)
            } catch {
                throw .malformed(path: path, reason: error.reason)
            }
            // A damaged file cannot be backed up, but is still kept.
            do throws(StorageError) {
                _ = try link.load()
            } catch {
                if case .malformed = error { _ = try (link as? any KeepsAside)?.keepAside() }
            }
            try link.save(contents)
        }
    }

    /// Its title for the user.
    public var title: String { localizedTitle() }

    /// Writes the current contents to another file.
    ///
    /// - Throws: ``StorageError``; ``StorageError/notFound(path:)`` if nothing has been saved yet.
    public func backUp(to path: String) throws(StorageError) {
        try copyOut(path)
    }

    /// Replaces the contents with those that ``backUp(to:)`` wrote.
    ///
    /// - Throws: ``StorageError``; ``StorageError/malformed(path:reason:)`` if the file holds something else. The
    ///   contents are unchanged then.
    public func restore(from path: String) throws(StorageError) {
        try copyIn(path)
    }
}
