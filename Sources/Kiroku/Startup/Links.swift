import KirokuCore

/// Every file that the program itself keeps, in one place (spec 2).
///
/// Documents are the user's, and are not among them.
struct Links {
    /// The path of the document that was open last.
    let lastDocument: any TextLink
    /// The style sheet that ships with the program.
    let styleSheet: any TextLink
    /// Where documents are made from text files.
    let documentFolder: String
    /// The table that is opened at the first start.
    let sampleTable: String
    /// Where translations are looked up.
    let translations: String

    init(directories: Directories) {
        let resources = ResourceFolder.path(among: directories)
        lastDocument = TextFileLink(path: directories.state + "/last-document")
        styleSheet = TextFileLink(path: resources + "/style.css")
        documentFolder = directories.data
        sampleTable = resources + "/samples/Sights of Japan.tsv"
        translations = resources + "/locale"
    }
}
