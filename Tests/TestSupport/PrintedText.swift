import Foundation

/// What can be read on the pages of a PDF document, by another program.
public struct PrintedText {
    /// The text of each page, laid out as on paper.
    public let pages: [String]

    /// Reads a document with `pdftotext`.
    public static func read(_ bytes: [UInt8]) throws -> PrintedText {
        let path = NSTemporaryDirectory() + "kiroku-\(getpid())-\(UInt32.random(in: 0 ... .max)).pdf"
        try Data(bytes).write(to: URL(filePath: path))
        defer { unlink(path) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/pdftotext")
        process.arguments = ["-layout", path, "-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // Each page ends in a form feed.
        let pages = text.split(separator: "\u{c}", omittingEmptySubsequences: false).dropLast()
        return PrintedText(pages: pages.map(String.init))
    }
}
