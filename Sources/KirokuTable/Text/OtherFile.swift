/// Files that do not hold text, recognized by their first bytes.
public enum OtherFile: Sendable, Hashable {
    /// A spreadsheet of Excel or OpenDocument.
    case spreadsheet
    /// A document of Microsoft Office before 2007, which may be a spreadsheet.
    case officeDocument
    /// A text document or slides, such as those of Word or OpenDocument.
    case textDocument
    /// A ZIP archive.
    case zipArchive
    /// Another archive, or a single compressed file, by the name of its format.
    case archive(String)
    /// A picture, by the name of its format.
    case picture(String)
    /// A PDF.
    case pdf
    /// A program.
    case program
    /// A data file of other programs, by the name of its format.
    case data(String)
    /// Sound or film.
    case media

    /// Recognizes a file; `nil` if it may be text.
    ///
    /// - Parameter start: the first bytes; 64 KB are enough.
    public init?(of start: [UInt8]) {
        func begins(_ mark: [UInt8], at place: Int = 0) -> Bool { start.dropFirst(place).starts(with: mark) }
        func begins(_ mark: String, at place: Int = 0) -> Bool { begins(Array(mark.utf8), at: place) }
        // A mark in ASCII could also begin a header line.
        let hasNUL = start.contains(0)
        if begins("PK\u{3}\u{4}") || begins("PK\u{5}\u{6}") {
            self = Self.zipped(start)
        } else if let (_, name) = Self.archives.first(where: { begins($0.mark) }) {
            self = .archive(name)
        } else if hasNUL, begins("ustar", at: 257) {
            self = .archive("tar")
        } else if begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) {
            self = .officeDocument
        } else if let (_, name) = Self.pictures.first(where: { begins($0.mark) }) {
            self = .picture(name)
        } else if hasNUL, begins("RIFF"), begins("WEBP", at: 8) {
            self = .picture("WebP")
        } else if begins("%PDF-") {
            self = .pdf
        } else if begins([0x7f] + Array("ELF".utf8)) || hasNUL && begins("MZ") {
            self = .program
        } else if hasNUL, let (_, name) = Self.tables.first(where: { begins(Array($0.mark.utf8)) }) {
            self = .data(name)
        } else if begins([0x89] + Array("HDF\r\n".utf8)) {
            self = .data("HDF5")
        } else if hasNUL, begins("RIFF") || begins("OggS") || begins("fLaC") || begins("ID3") || begins("ftyp", at: 4) {
            self = .media
        } else {
            return nil
        }
    }

    private static let archives: [(mark: [UInt8], name: String)] = [
        ([0x1f, 0x8b], "gzip"), (Array("BZh".utf8) + [0x39, 0x31, 0x41, 0x59], "bzip2"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz"), ([0x28, 0xb5, 0x2f, 0xfd], "Zstandard"),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"), (Array("Rar!".utf8) + [0x1a, 7], "RAR"),
    ]

    private static let pictures: [(mark: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "PNG"), ([0xff, 0xd8, 0xff], "JPEG"),
        (Array("GIF87a".utf8), "GIF"), (Array("GIF89a".utf8), "GIF"), ([0x49, 0x49, 0x2a, 0], "TIFF"),
        ([0x4d, 0x4d, 0, 0x2a], "TIFF"),
    ]

    private static let tables = [
        (mark: "PAR1", name: "Parquet"), (mark: "ARROW1", name: "Arrow"), (mark: "FEA1", name: "Feather"),
    ]

    /// Distinguishes office documents, which are archives, by the names in them.
    private static func zipped(_ start: [UInt8]) -> OtherFile {
        let text = String(decoding: start.lazy.map { $0 < 0x80 ? $0 : 0x3f }, as: UTF8.self)
        if text.contains("opendocument.spreadsheet") || text.contains("xl/workbook") || text.contains("xl/worksheets") {
            return .spreadsheet
        }
        return text.contains("application/vnd.oasis.opendocument") || text.contains("[Content_Types].xml")
            ? .textDocument : .zipArchive
    }

    /// What the file is, and what can be done, for the user.
    public var message: String {
        switch self {
        case .spreadsheet: localized("This is a spreadsheet. Save it as CSV in its own program.")
        case .officeDocument:
            localized("This is a file of Microsoft Office. If it is a spreadsheet, save it as CSV in its own program.")
        case .textDocument:
            localized("This is an office document. If it holds a table, save that as CSV in its own program.")
        case .zipArchive: localized("This is a zip file. Unpack it first.")
        case .archive(let format):
            localized("This is a compressed file ({format}). Unpack it first.", ["format": format])
        case .picture(let format): localized("This is a picture ({format}), not a table.", ["format": format])
        case .pdf: localized("This is a PDF file. Copy the table from the program that shows it, and paste it.")
        case .program: localized("This is a program, not a table.")
        case .data(let format):
            localized("This is a data file ({format}). Save it as CSV in a program that reads it.", ["format": format])
        case .media: localized("This is a sound or a film, not a table.")
        }
    }
}
