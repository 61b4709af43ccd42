import KirokuCommands
import KirokuCore

/// All files that the program itself stores or reads, in one place.
///
/// Those that it stores are also saved in the folder for second copies, while the user has one (``use(_:)``).
///
/// Documents belong to the user and are not among them.
struct Links {
    /// Those that commands in the terminal store or read as well.
    let common: CommonLinks
    /// The memory of windows: which documents were open, and how their windows were left.
    let windows: TwoPlacesLink<[String: PropertyValue]>
    /// The user's preferences.
    let preferences: TwoPlacesLink<[String: PropertyValue]>
    /// The style sheet that ships with the program.
    let styleSheet: any TextLink
    /// The folder for what is on the clipboard while a document is made of it.
    let clipboardFolder: String
    /// The program's own folder for data: the document of the sample, and what was there before a backup was restored.
    let ownFolder: String
    /// The folder with the leases of the processes that keep shared documents in sync.
    let sharingFolder: String
    /// Which document was made from which text file.
    ///
    /// It is not part of a backup of everything, because the paths are those of this machine.
    let madeDocuments: any DictionaryLink
    /// The folder for the backups of a document.
    let backupFolder: @Sendable (_ document: String) -> BackupFolder
    /// The user's folder for documents, for new ones and those that are made from text files.
    let documents: String
    /// The templates for new documents.
    let templates: [any DictionaryLink]
    /// The template with records that becomes a document at the first start.
    let sample: String
    /// The folder with its pictures.
    let samplePictures: String
    /// The program's icons in the source tree; if it is installed, they are among those of the desktop.
    let icons: String
    /// The user's home.
    let home: String
    /// The user's folder for pictures.
    let pictures: String
    /// The shared thumbnails of the desktop.
    let thumbnails: String
    /// The desktop's list of recent files.
    let recentFiles: String
    /// How the last picker of pictures was left.
    let pickerMemory: TwoPlacesLink<String>
    /// The paper and the printer that were chosen last.
    let paper: TwoPlacesLink<String>
    /// The folders that the program itself writes to, with a depth: unfinished files are removed from there.
    let writtenFolders: [(path: String, depth: Int)]
    /// The folder of the manuals, which has a folder for each language.
    private let manuals: String
    /// The files that the program writes for itself and that a backup of everything contains.
    let kept: [KeptFile]

    /// The paths of files that ship with the program, except for those with links.
    var shippedFiles: [String] {
        [sample] + LanguageChoice.translated.map { common.translations + "/\($0)/LC_MESSAGES/kiroku.mo" }
    }

    /// The manual's folder for the first of these languages that is English (`C` or `en`) or has a translation;
    /// otherwise for English.
    func manual(in languages: [String]) -> String {
        let language = languages.first { $0 == "C" || $0 == "en" || LanguageChoice.translated.contains($0) }
        return manuals + "/" + (language.flatMap { $0 == "C" ? nil : $0 } ?? "en")
    }

    init(directories: Directories) {
        let resources = ResourceFolder.path(among: directories)
        common = CommonLinks(directories: directories, resources: resources)
        // What changes all the time is of little value, and the second place may be slow.
        windows = TwoPlacesLink(
            DictionaryFileLink(path: directories.state + "/windows.plist"), onceADay: .second)
        preferences = TwoPlacesLink(DictionaryFileLink(path: directories.config + "/preferences.plist"))
        styleSheet = TextFileLink(path: resources + "/style.css")
        ownFolder = directories.data
        sharingFolder = directories.state + "/sharing"
        clipboardFolder = directories.cache + "/clipboard"
        madeDocuments = DictionaryFileLink(path: directories.state + "/made.plist")
        backupFolder = { BackupFolder(of: $0, in: directories) }
        documents = directories.documents
        let purposes = [
            "books", "films", "inventory", "addresses", "plants", "log", "collection", "event-scores", "access-log",
        ]
        templates = purposes.map { DictionaryFileLink(path: resources + "/templates/\($0).plist") }
        sample = resources + "/sample/sights.plist"
        samplePictures = resources + "/sample/pictures"
        icons = resources + "/../data/icons"
        home = directories.home
        pictures = directories.pictures
        thumbnails = directories.thumbnails
        recentFiles = directories.recentFiles
        pickerMemory = TwoPlacesLink(TextFileLink(path: directories.state + "/pictures"), onceADay: .second)
        paper = TwoPlacesLink(TextFileLink(path: directories.state + "/paper"))
        writtenFolders = [
            (directories.data, 2), (directories.documents, 0), (directories.config, 0), (directories.state, 0),
            (directories.thumbnails, 2),
        ]
        manuals = resources + "/manual"
        kept = [
            KeptFile(
                "preferences.plist", title: localized("Preferences"), link: preferences, as: DictionaryFormat.self
            ) { (contents) throws(FileFormatError) in
                try Preferences.check(contents, for: PreferenceKeys.all, version: PreferenceKeys.version)
            },
            KeptFile(
                "windows.plist", title: localized("Positions and sizes of windows"), link: windows,
                as: DictionaryFormat.self),
            KeptFile("paper", title: localized("Paper and printer"), link: paper, as: TextFormat.self),
            KeptFile(
                "pictures", title: localized("Last picture album"), link: pickerMemory, as: TextFormat.self),
        ]
    }

    /// From now on, saves what the program stores in another folder as well, starting with what exists already.
    ///
    /// - Parameter place: the folder for second copies; `nil` for none.
    @concurrent
    func use(_ place: SecondCopyFolder?) async {
        func use<Format: FileFormat>(
            _ name: String, _ link: TwoPlacesLink<Format.Contents>, as format: Format.Type
        ) {
            link.second = place.map { SecondCopyLink<Format>(name, in: $0) }
            link.catchUp()
        }
        use("preferences.plist", preferences, as: DictionaryFormat.self)
        use("windows.plist", windows, as: DictionaryFormat.self)
        use("paper", paper, as: TextFormat.self)
        use("pictures", pickerMemory, as: TextFormat.self)
    }
}
