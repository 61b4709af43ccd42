import KirokuCore

/// Steps for all links to files: with a file that exists, one that does not, and one that cannot.
@MainActor
struct LinkTrial<Format: FileFormat> where Format.Contents: Equatable {
    private let page: Page
    private let scratch: ScratchFolder
    let link: FileLink<Format>

    init(on page: Page, file: String) throws {
        self.page = page
        scratch = try ScratchFolder()
        link = FileLink(path: scratch.path + "/sub/" + file, defaultPath: scratch.path + "/default-" + file)
        page.write("file: \(link.path)")
    }

    func remove() { scratch.remove() }

    /// Saves the contents, and loads them again.
    func roundTrip(_ contents: Format.Contents) throws {
        try link.save(contents)
        try check(try link.load() == contents, "what was saved is loaded")
        page.write("saved and loaded: \(contents)")
    }

    /// Loads the contents that ship with a program.
    func loadDefault(_ contents: Format.Contents) throws {
        try FileLink<Format>(path: link.defaultPath ?? "").save(contents)
        try check(try link.loadDefault() == contents, "the default is loaded")
        page.write("default: \(contents)")
    }

    /// Writes these bytes to the file, as another program may.
    func write(bytes: [UInt8]) throws {
        try DataFileLink(path: link.path).save(bytes)
    }

    func expectNoFile() throws {
        let missing = FileLink<Format>(path: scratch.path + "/missing")
        try expectRefusal("KRK_WB_LK") { _ = try missing.load() }
    }

    func expectNoDefault() throws {
        let bare = FileLink<Format>(path: link.path)
        try expectRefusal("KRK_WB_LK") { _ = try bare.loadDefault() }
    }

    /// Saves to a path where there is a folder.
    func expectUnwritable(_ contents: Format.Contents) throws {
        let blocked = FileLink<Format>(path: scratch.path)
        try expectRefusal { try blocked.save(contents) }
    }

    func expectMalformed() throws {
        try expectRefusal { _ = try link.load() }
    }
}
