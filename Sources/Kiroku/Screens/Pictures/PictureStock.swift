import KirokuCore
import KirokuPictures
import KirokuViews

/// Where all pictures of the program come from, for all windows.
@MainActor
final class PictureStock {
    /// Decodes them, in processes of its own that are started when the first picture is asked for.
    let decoder: PictureDecoder
    /// The user's folders of pictures.
    let folders: PictureFolders
    private let memoryLink: any TextLink

    init(links: Links) {
        decoder = PictureDecoder(thumbnails: ThumbnailFolder(path: links.thumbnails))
        folders = PictureFolders([.init(path: links.pictures, depth: PictureFolders.usualDepth)])
        memoryLink = links.pickerMemory
    }

    /// What the last picker was left with.
    var memory: PickerMemory {
        get { PickerMemory(text: (try? memoryLink.load()) ?? "") }
        set { try? memoryLink.save(newValue.text) }
    }
}
