import KirokuCore

/// Every file that the program itself keeps, in one place (spec 2).
///
/// Documents are the user's, and are not among them.
struct Links {
    /// The path of the document that was open last.
    let lastDocument: any TextLink
    /// What the user prefers.
    let preferences: any DictionaryLink
    /// The style sheet that ships with the program.
    let styleSheet: any TextLink
    /// Where documents are made from text files.
    let documentFolder: String
    /// Where backups of documents are, a folder for each.
    let backupFolder: @Sendable (_ document: String) -> BackupFolder
    /// The table that is opened at the first start.
    let sampleTable: String
    /// Where the user keeps pictures.
    let pictures: String
    /// The shared thumbnails of the desktop.
    let thumbnails: String
    /// The desktop's list of recent files.
    let recentFiles: String
    /// What the last picker of pictures was left with.
    let pickerMemory: any TextLink
    /// Where translations are looked up.
    let translations: String

    init(directories: Directories) {
        let resources = ResourceFolder.path(among: directories)
        lastDocument = TextFileLink(path: directories.state + "/last-document")
        preferences = DictionaryFileLink(path: directories.config + "/preferences.plist")
        styleSheet = TextFileLink(path: resources + "/style.css")
        documentFolder = directories.data
        backupFolder = { BackupFolder(of: $0, in: directories) }
        sampleTable = resources + "/samples/Sights of Japan.tsv"
        pictures = directories.pictures
        thumbnails = directories.thumbnails
        recentFiles = directories.recentFiles
        pickerMemory = TextFileLink(path: directories.state + "/pictures")
        translations = resources + "/locale"
    }
}
