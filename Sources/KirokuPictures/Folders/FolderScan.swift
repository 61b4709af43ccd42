/// Finds the pictures and folders among the entries of a folder.
struct FolderScan {
    /// An entry that was found.
    enum Finding {
        case picture
        case folder
        case linkedFolder
    }

    private let names: PictureNames
    /// The number of files without a suffix that may still be opened, which is expensive; a folder with more of them
    /// holds other things than pictures.
    private var peeksLeft = 256

    init(_ names: PictureNames) {
        self.names = names
    }

    /// What the entry is; `nil` if it is neither a picture nor a folder, or is hidden.
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
