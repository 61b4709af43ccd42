import KirokuCore

/// Every file that the program itself keeps, in one place.
///
/// Documents are the user's, and are not among them.
struct Links {
    /// Which documents were open last, and how their windows were left.
    let windows: any DictionaryLink
    /// What the user prefers.
    let preferences: any DictionaryLink
    /// The style sheet that ships with the program.
    let styleSheet: any TextLink
    /// Where documents are made from text files.
    let documentFolder: String
    /// Where the processes of this installation lease the numbers by which their new records are told apart.
    let deskFolder: String
    /// Where backups of documents are, a folder for each.
    let backupFolder: @Sendable (_ document: String) -> BackupFolder
    /// Where the user keeps documents, which is proposed for a new one.
    let documents: String
    /// What new documents can be made from.
    let templates: [any DictionaryLink]
    /// The table that is opened at the first start.
    let sampleTable: String
    /// The user's home.
    let home: String
    /// Where the user keeps pictures.
    let pictures: String
    /// The shared thumbnails of the desktop.
    let thumbnails: String
    /// The desktop's list of recent files.
    let recentFiles: String
    /// What the last picker of pictures was left with.
    let pickerMemory: any TextLink
    /// The paper and the printer that were chosen last.
    let paper: any TextLink
    /// The folders that the program itself writes to, and how deep: what was never finished is cleared away there.
    let writtenFolders: [(path: String, depth: Int)]
    /// Where translations are looked up.
    let translations: String
    /// Where the manual is, in a folder for each language.
    private let manuals: String
    /// All that the program writes for itself: one loop over these backs it up.
    let kept: [KeptFile]

    /// The paths of files that ship with the program, but for those that are links.
    var shippedFiles: [String] {
        [sampleTable] + LanguageChoice.translated.map { translations + "/\($0)/LC_MESSAGES/kiroku.mo" }
    }

    /// The manual's folder for the first of these languages that the program has texts in; English is "C", too.
    func manual(in languages: [String]) -> String {
        let language = languages.first { $0 == "C" || $0 == "en" || LanguageChoice.translated.contains($0) }
        return manuals + "/" + (language.flatMap { $0 == "C" ? nil : $0 } ?? "en")
    }

    init(directories: Directories) {
        let resources = ResourceFolder.path(among: directories)
        windows = DictionaryFileLink(path: directories.state + "/windows.plist")
        preferences = DictionaryFileLink(path: directories.config + "/preferences.plist")
        styleSheet = TextFileLink(path: resources + "/style.css")
        documentFolder = directories.data
        deskFolder = directories.state + "/desks"
        backupFolder = { BackupFolder(of: $0, in: directories) }
        documents = directories.documents
        let purposes = [
            "books", "films", "inventory", "addresses", "plants", "log", "collection", "event-scores", "access-log",
        ]
        templates = purposes.map { DictionaryFileLink(path: resources + "/templates/\($0).plist") }
        sampleTable = resources + "/samples/Sights of Japan.tsv"
        home = directories.home
        pictures = directories.pictures
        thumbnails = directories.thumbnails
        recentFiles = directories.recentFiles
        pickerMemory = TextFileLink(path: directories.state + "/pictures")
        paper = TextFileLink(path: directories.state + "/paper")
        writtenFolders = [
            (directories.data, 2), (directories.config, 0), (directories.state, 0), (directories.thumbnails, 2),
        ]
        translations = resources + "/locale"
        manuals = resources + "/manual"
        kept = [
            KeptFile(
                "preferences.plist", title: localized("Preferences"), link: preferences, as: DictionaryFormat.self
            ) { (contents) throws(FileFormatError) in
                try Preferences.check(contents, for: PreferenceKeys.all, version: PreferenceKeys.version)
            },
            KeptFile(
                "windows.plist", title: localized("Places and sizes of windows"), link: windows,
                as: DictionaryFormat.self),
            KeptFile("paper", title: localized("Paper and printer"), link: paper, as: TextFormat.self),
            KeptFile(
                "pictures", title: localized("Last album of pictures"), link: pickerMemory, as: TextFormat.self),
        ]
    }
}
