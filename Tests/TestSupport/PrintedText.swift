import Foundation

/// What can be seen on the pages of a PDF document, by other programs.
public struct PrintedText {
    /// A picture on a page.
    public struct Image: Sendable, Hashable {
        /// From 1.
        public let page: Int
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
    }

    /// The text of each page, laid out as on paper.
    public let pages: [String]
    /// The pictures in the order of the pages.
    public let images: [Image]

    /// Reads a document with `pdftotext` and `pdfimages`.
    public static func read(_ bytes: [UInt8]) throws -> PrintedText {
        let path = NSTemporaryDirectory() + "kiroku-\(getpid())-\(UInt32.random(in: 0 ... .max)).pdf"
        try Data(bytes).write(to: URL(filePath: path))
        defer { unlink(path) }
        let text = try output(of: "/usr/bin/pdftotext", "-layout", path, "-")
        // Each page ends in a form feed.
        let pages = text.split(separator: "\u{c}", omittingEmptySubsequences: false).dropLast()
        return PrintedText(pages: pages.map(String.init), images: try images(in: path))
    }

    /// The lines have page, number, kind, width and height, below two lines of headings.
    private static func images(in path: String) throws -> [Image] {
        try output(of: "/usr/bin/pdfimages", "-list", path).split(separator: "\n").dropFirst(2).compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 4, words[2] == "image", let page = Int(words[0]), let width = Int(words[3]),
                let height = Int(words[4])
            else { return nil }
            return Image(page: page, width: width, height: height)
        }
    }

    private static func output(of program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
