import KirokuCore

/// What all links to files are tried with: a file that is there, one that is not, and one that cannot be.
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

    /// Saves and loads again.
    func roundTrip(_ contents: Format.Contents) throws {
        try link.save(contents)
        try check(try link.load() == contents, "what was saved is loaded")
        page.write("saved and loaded: \(contents)")
    }

    /// Loads what ships with a program.
    func loadDefault(_ contents: Format.Contents) throws {
        try FileLink<Format>(path: link.defaultPath ?? "").save(contents)
        try check(try link.loadDefault() == contents, "the default is loaded")
        page.write("default: \(contents)")
    }

    /// Puts these bytes into the file, as another program may.
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

    /// A folder stands where the file should be.
    func expectUnwritable(_ contents: Format.Contents) throws {
        let blocked = FileLink<Format>(path: scratch.path)
        try expectRefusal { try blocked.save(contents) }
    }

    func expectMalformed() throws {
        try expectRefusal("KRK_WB_LK") { _ = try link.load() }
    }
}
