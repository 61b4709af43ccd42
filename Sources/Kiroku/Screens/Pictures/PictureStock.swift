import KirokuCore
import KirokuPictures
import KirokuViews

/// The source of all pictures, shared by all windows.
@MainActor
final class PictureStock {
    /// Decodes pictures in separate processes, which start when the first picture is requested.
    let decoder: PictureDecoder
    /// The user's folders of pictures.
    let folders: PictureFolders
    private let recent: RecentPictures
    /// The maximum size in bytes of a picture for a document.
    static let mostBytes = 1 << 28
    private let memoryLink: TwoPlacesLink<String>
    private let preferences: AppPreferences
    private var observation: Observation?
    private var added: Set<String> = []

    init(links: Links, preferences: AppPreferences) {
        decoder = PictureDecoder(thumbnails: ThumbnailFolder(path: links.thumbnails))
        folders = PictureFolders([.init(path: links.pictures, depth: PictureFolders.usualDepth)])
        recent = RecentPictures(path: links.recentFiles)
        memoryLink = links.pickerMemory
        self.preferences = preferences
        followFolders()
        observation = preferences.values.observe { [weak self] change in
            if change.includes(PreferenceKeys.pictureFolders) { self?.followFolders() }
        }
    }

    /// The pictures in the user's folders, those used recently, and those of a document.
    func source(with document: DocumentSession?) -> any PictureSource {
        let everywhere: [JoinedPictures.Part] = [("file:", folders), (RecentPictures.scheme, recent)]
        guard let document = document?.document else { return JoinedPictures(everywhere) }
        let pictures = DocumentPictures(store: document) { await Self.pictureNames(in: document.table) }
        return JoinedPictures(everywhere + [(DocumentPictures.scheme, pictures)])
    }

    /// How the last picker was left.
    var memory: PickerMemory {
        get { PickerMemory(text: (try? memoryLink.load()) ?? "") }
        set {
            try? memoryLink.first.save(newValue.text)
            // The second place may be slow.
            Task { [memoryLink] in await BlockingIO.run { memoryLink.catchUp() } }
        }
    }

    /// Adds and removes single folders, as the preferences have changed.
    private func followFolders() {
        let wanted = Set(preferences.pictureFolders)
        for path in added.subtracting(wanted) { folders.remove(path: path) }
        for path in wanted.subtracting(added) { folders.add(.init(path: path, depth: PictureFolders.usualDepth)) }
        added = wanted
    }

    /// The texts of all cells that show pictures.
    @concurrent
    static func pictureNames(in table: RecordTable) async -> Set<String> {
        var names: Set<String> = []
        for field in table.schema.fields.indices where table.schema[field].isPicture {
            for record in 0..<table.count {
                if let name = String(table[record, field]) { names.insert(name) }
            }
        }
        return names
    }
}
