/// Tells what is in a folder: pictures, and folders in it.
struct FolderScan {
    /// What an entry of a folder is.
    enum Finding {
        case picture
        case folder
        case linkedFolder
    }

    private let names: PictureNames
    /// A name without a suffix costs opening the file, so only so many of them are looked into; a folder with more holds
    /// something else than pictures.
    private var peeksLeft = 256

    init(_ names: PictureNames) {
        self.names = names
    }

    /// What the entry is, or `nil` if it is nothing to look at here.
    mutating func finding(_ entry: FolderEntry, in folder: borrowing FolderReader) -> Finding? {
        guard !entry.isHidden else { return nil }
        switch entry.kind {
        case .other: return nil
        case .folder: return .folder
        case .file: return isPicture(entry, in: folder) ? .picture : nil
        case .link, .unknown:
            guard let status = folder.status(of: entry) else { return nil }
            if status.isFolder { return entry.kind == .link ? .linkedFolder : .folder }
            return status.isRegular && isPicture(entry, in: folder) ? .picture : nil
        }
    }

    private mutating func isPicture(_ entry: FolderEntry, in folder: borrowing FolderReader) -> Bool {
        switch names.verdict(entry.name) {
        case .picture: return true
        case .somethingElse: return false
        case .unclear:
            guard peeksLeft > 0 else { return false }
            peeksLeft -= 1
            return PictureFormat(folder.firstBytes(of: entry)) != nil
        }
    }
}
